/** The balance experiment: how reads are spread over replicas, one of which leaves and returns. */
@NullMarked
package io.github.bmt4j.failover.balance;

import org.jspecify.annotations.NullMarked;
