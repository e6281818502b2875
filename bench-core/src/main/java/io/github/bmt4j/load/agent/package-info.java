/**
 * A load from several processes: agents, started by the user's commands, that speak over standard
 * input and output, their clocks, and the merging of their figures.
 */
@NullMarked
package io.github.bmt4j.load.agent;

import org.jspecify.annotations.NullMarked;
