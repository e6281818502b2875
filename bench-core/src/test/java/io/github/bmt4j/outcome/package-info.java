/** Tests of {@code outcome}. */
@NullMarked
package io.github.bmt4j.outcome;

import org.jspecify.annotations.NullMarked;
