/** Makes, fills, inspects and drops the tables of a workload. */
@NullMarked
package io.github.bmt4j.tables;

import org.jspecify.annotations.NullMarked;
