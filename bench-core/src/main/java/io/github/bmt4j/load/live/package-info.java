/** A load while it runs: figures for Prometheus, charts on a terminal. */
@NullMarked
package io.github.bmt4j.load.live;

import org.jspecify.annotations.NullMarked;
