/**
 * Facilities that twin benchmarks share: the proof that twins do the same work, the rows they work
 * on, and the statements.
 */
@NullMarked
package io.github.bmt4j.jmh.twin;

import org.jspecify.annotations.NullMarked;
