/** Facilities that twin benchmarks share: their states, the rows they work on, the statements. */
@NullMarked
package io.github.bmt4j.jmh.twin;

import org.jspecify.annotations.NullMarked;
