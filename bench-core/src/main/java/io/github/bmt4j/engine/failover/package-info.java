/**
 * Repetitions of a change of the primary, in a lab or in somebody's cluster, and their stored
 * result.
 */
@NullMarked
package io.github.bmt4j.engine.failover;

import org.jspecify.annotations.NullMarked;
