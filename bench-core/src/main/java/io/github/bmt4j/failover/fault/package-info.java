/** Faults and their repair: one class for each fault. */
@NullMarked
package io.github.bmt4j.failover.fault;

import org.jspecify.annotations.NullMarked;
