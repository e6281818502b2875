/** Files from Maven Central that are resolved when they are asked for: so far, server binaries. */
@NullMarked
package io.github.bmt4j.artifact;

import org.jspecify.annotations.NullMarked;
