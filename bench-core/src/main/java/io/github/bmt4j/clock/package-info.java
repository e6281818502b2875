/**
 * The run's clock, periodic work by it, and how operations and statements end: outcomes, phases and
 * classes of errors.
 */
@NullMarked
package io.github.bmt4j.clock;

import org.jspecify.annotations.NullMarked;
