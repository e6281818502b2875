/**
 * The two ways a command ends before it measures: bad input, or a target that cannot be used. Sees
 * nothing else.
 */
@NullMarked
package io.github.bmt4j.failure;

import org.jspecify.annotations.NullMarked;
