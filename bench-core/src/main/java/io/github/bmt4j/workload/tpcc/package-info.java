/**
 * TPC-C by its specification or as sysbench-tpcc has it: tables whose rows are functions of their
 * numbers, transactions, and what checks and resets the tables.
 */
@NullMarked
package io.github.bmt4j.workload.tpcc;

import org.jspecify.annotations.NullMarked;
