/** Tests of {@code workload}. */
@NullMarked
package io.github.bmt4j.workload;

import org.jspecify.annotations.NullMarked;
