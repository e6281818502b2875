/** Servers on which trials take place, the lab that bmt starts, and observers of their nodes. */
@NullMarked
package io.github.bmt4j.failover.cluster;

import org.jspecify.annotations.NullMarked;
