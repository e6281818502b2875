/** Tests of {@code load.run}. */
@NullMarked
package io.github.bmt4j.load.run;

import org.jspecify.annotations.NullMarked;
