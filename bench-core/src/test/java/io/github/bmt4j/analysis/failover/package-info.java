/** Tests of the figures of a failover, on timelines written by hand. */
@NullMarked
package io.github.bmt4j.analysis.failover;

import org.jspecify.annotations.NullMarked;
