/**
 * Measurements within your own tests: begin at {@link io.github.bmt4j.api.Bmt}.
 *
 * <p>This package, and {@code io.github.bmt4j.workload} for <a
 * href="https://github.com/bmt4j/bmt4j/blob/main/docs/how-to/add-a-workload.md">workloads of your
 * own</a>, are the interface of bmt4j. All other packages are internal: they may change with every
 * version.
 */
@NullMarked
package io.github.bmt4j.api;

import org.jspecify.annotations.NullMarked;
