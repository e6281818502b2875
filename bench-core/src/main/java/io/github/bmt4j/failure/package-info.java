/**
 * Failures that end a command before it measures: invalid input, or a target that cannot be used.
 */
@NullMarked
package io.github.bmt4j.failure;

import org.jspecify.annotations.NullMarked;
