/** Tests of {@code workload.oltp}. */
@NullMarked
package io.github.bmt4j.workload.oltp;

import org.jspecify.annotations.NullMarked;
