/** Tests of {@code sampling}. */
@NullMarked
package io.github.bmt4j.sampling;

import org.jspecify.annotations.NullMarked;
