/** The experiment watch: every outage of a window. */
@NullMarked
package io.github.bmt4j.failover.watch;

import org.jspecify.annotations.NullMarked;
