/** The failover experiment: trials that measure the change of the primary, and advice. */
@NullMarked
package io.github.bmt4j.failover;

import org.jspecify.annotations.NullMarked;
