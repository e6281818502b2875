/** Tests of {@code heavy}. */
@NullMarked
package io.github.bmt4j.heavy;

import org.jspecify.annotations.NullMarked;
