/**
 * The workloads of sysbench 1.0.20's bundled scripts, with its schema, statements, order and
 * transaction shape: one final class each, found as a Java service and imported by nobody. Sees
 * {@code workload} and java.sql only.
 */
@NullMarked
package io.github.bmt4j.workload.oltp;

import org.jspecify.annotations.NullMarked;
