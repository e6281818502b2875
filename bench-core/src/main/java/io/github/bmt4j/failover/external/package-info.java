/** The user's own cluster as the servers of trials. */
@NullMarked
package io.github.bmt4j.failover.external;

import org.jspecify.annotations.NullMarked;
