/** Analytical queries over TPC-C's customers, orders and order lines, with known answers. */
@NullMarked
package io.github.bmt4j.workload.statistics;

import org.jspecify.annotations.NullMarked;
