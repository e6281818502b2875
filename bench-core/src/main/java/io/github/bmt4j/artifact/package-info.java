/**
 * Files from Maven Central that are resolved when they are asked for: server binaries and drivers.
 */
@NullMarked
package io.github.bmt4j.artifact;

import org.jspecify.annotations.NullMarked;
