/** Comparison of stored results: the differences of their conditions and of their figures. */
@NullMarked
package io.github.bmt4j.compare;

import org.jspecify.annotations.NullMarked;
