/**
 * The clock, and what is recorded of every operation: outcome, times, counts, and the class of its
 * failure.
 */
@NullMarked
package io.github.bmt4j.measure;

import org.jspecify.annotations.NullMarked;
