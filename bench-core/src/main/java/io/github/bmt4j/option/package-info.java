/**
 * Options that workloads, faults and topologies declare: name, default, limits and help of each.
 */
@NullMarked
package io.github.bmt4j.option;

import org.jspecify.annotations.NullMarked;
