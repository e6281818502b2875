/**
 * Pure functions from what was measured during a change of the primary to its figures and verdict.
 * {@code docs/method.md} defines the figures.
 */
@NullMarked
package io.github.bmt4j.analysis.failover;

import org.jspecify.annotations.NullMarked;
