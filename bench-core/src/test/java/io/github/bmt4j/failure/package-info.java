/** Tests of {@code failure}. */
@NullMarked
package io.github.bmt4j.failure;

import org.jspecify.annotations.NullMarked;
