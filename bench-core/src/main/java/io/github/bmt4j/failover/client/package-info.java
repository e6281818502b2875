/** The imitated application: probes in a JVM of its own, and the parent's handle on that JVM. */
@NullMarked
package io.github.bmt4j.failover.client;

import org.jspecify.annotations.NullMarked;
