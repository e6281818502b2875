/**
 * The tables of TPC-C as sysbench-tpcc makes them, whose rows are a function of the row number.
 * Workloads share them, and one preparation serves all. Of ours it sees {@code workload} only.
 */
@NullMarked
package io.github.bmt4j.workload.tpcc;

import org.jspecify.annotations.NullMarked;
