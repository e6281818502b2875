/**
 * A load from several processes: agents, started by commands of the user's, that speak over
 * standard input and output, their clocks, and how their figures become those of one load.
 */
@NullMarked
package io.github.bmt4j.load.agent;

import org.jspecify.annotations.NullMarked;
