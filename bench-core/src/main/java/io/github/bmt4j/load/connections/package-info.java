/** Connections beside those of a load's workers: idle ones, and new ones at a rate. */
@NullMarked
package io.github.bmt4j.load.connections;

import org.jspecify.annotations.NullMarked;
