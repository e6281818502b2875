/**
 * Records of a change of the primary, and the pure functions that turn them into figures and a
 * verdict.
 */
@NullMarked
package io.github.bmt4j.failover.figures;

import org.jspecify.annotations.NullMarked;
