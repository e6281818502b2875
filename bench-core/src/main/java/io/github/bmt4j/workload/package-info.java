/**
 * What a workload is: its tables, its parameters, and the transactions that one connection runs on
 * them. Of ours it sees {@code failure} only, so that the CLI's load generator and JMH run the very
 * same code.
 */
@NullMarked
package io.github.bmt4j.workload;

import org.jspecify.annotations.NullMarked;
