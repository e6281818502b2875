/** Tests of {@code os}. */
@NullMarked
package io.github.bmt4j.os;

import org.jspecify.annotations.NullMarked;
