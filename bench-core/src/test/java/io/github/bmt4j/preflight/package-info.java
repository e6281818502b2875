/** Tests of {@code preflight}. */
@NullMarked
package io.github.bmt4j.preflight;

import org.jspecify.annotations.NullMarked;
