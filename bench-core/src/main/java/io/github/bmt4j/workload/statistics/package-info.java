/**
 * Analytical queries over TPC-C's customers, orders and order lines, whose answers are known. Sees
 * {@code workload}, {@code workload.tpcc} and java.sql only.
 */
@NullMarked
package io.github.bmt4j.workload.statistics;

import org.jspecify.annotations.NullMarked;
