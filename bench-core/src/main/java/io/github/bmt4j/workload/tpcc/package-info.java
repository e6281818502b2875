/** TPC-C's tables as sysbench-tpcc makes them; every row is a function of its number. */
@NullMarked
package io.github.bmt4j.workload.tpcc;

import org.jspecify.annotations.NullMarked;
