/** Tests of {@code clock}. */
@NullMarked
package io.github.bmt4j.clock;

import org.jspecify.annotations.NullMarked;
