/** Tests of {@code catchup}. */
@NullMarked
package io.github.bmt4j.catchup;

import org.jspecify.annotations.NullMarked;
