/** The run's clock, periodic work by it, and statistics of times. */
@NullMarked
package io.github.bmt4j.clock;

import org.jspecify.annotations.NullMarked;
