/**
 * TPC-C by its specification or as in sysbench-tpcc: tables whose rows are functions of their
 * numbers, transactions, and the check and reset of the tables.
 */
@NullMarked
package io.github.bmt4j.workload.tpcc;

import org.jspecify.annotations.NullMarked;
