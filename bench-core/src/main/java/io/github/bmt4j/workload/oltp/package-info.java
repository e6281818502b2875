/**
 * The workloads of sysbench 1.0.20's bundled scripts, with its schema, statements, order and
 * transaction shape.
 */
@NullMarked
package io.github.bmt4j.workload.oltp;

import org.jspecify.annotations.NullMarked;
