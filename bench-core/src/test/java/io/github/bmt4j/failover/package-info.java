/** Tests of {@code failover}. */
@NullMarked
package io.github.bmt4j.failover;

import org.jspecify.annotations.NullMarked;
