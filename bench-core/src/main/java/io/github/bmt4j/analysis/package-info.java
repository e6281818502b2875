/**
 * Pure functions from what was measured to figures and verdicts. No clock, no thread, no
 * connection.
 */
@NullMarked
package io.github.bmt4j.analysis;

import org.jspecify.annotations.NullMarked;
