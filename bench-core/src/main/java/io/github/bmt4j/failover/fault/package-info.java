/** Faults and their repair: entries of one table, the steps that they take, and their context. */
@NullMarked
package io.github.bmt4j.failover.fault;

import org.jspecify.annotations.NullMarked;
