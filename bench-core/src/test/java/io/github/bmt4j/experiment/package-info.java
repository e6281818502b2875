/** Tests of {@code experiment}. */
@NullMarked
package io.github.bmt4j.experiment;

import org.jspecify.annotations.NullMarked;
