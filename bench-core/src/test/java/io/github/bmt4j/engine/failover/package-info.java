/** Tests of failovers as a whole. */
@NullMarked
package io.github.bmt4j.engine.failover;

import org.jspecify.annotations.NullMarked;
