/**
 * Queries that make a server write intermediate results to its local storage: big sorts, groupings
 * and temporary tables. Sees {@code workload}, {@code workload.tpcc} and java.sql only.
 */
@NullMarked
package io.github.bmt4j.workload.storage;

import org.jspecify.annotations.NullMarked;
