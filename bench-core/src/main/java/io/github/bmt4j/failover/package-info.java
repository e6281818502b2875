/**
 * The failover experiment: a cluster, an application before it, a fault, and the trials that
 * measure the change of the primary.
 */
@NullMarked
package io.github.bmt4j.failover;

import org.jspecify.annotations.NullMarked;
