/** Queries that make a server write intermediate results to its local storage. */
@NullMarked
package io.github.bmt4j.workload.storage;

import org.jspecify.annotations.NullMarked;
