/**
 * The workloads of sysbench 1.0.20's bundled scripts, a class for each, with sysbench's schema,
 * statements, order and transactions.
 */
@NullMarked
package io.github.bmt4j.workload.oltp;

import org.jspecify.annotations.NullMarked;
