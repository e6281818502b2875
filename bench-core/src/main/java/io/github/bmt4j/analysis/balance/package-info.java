/**
 * Pure functions from what was measured of a load on several servers to how it was spread. {@code
 * docs/method.md} defines the figures.
 */
@NullMarked
package io.github.bmt4j.analysis.balance;

import org.jspecify.annotations.NullMarked;
