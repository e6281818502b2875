/** Progress of long work, and the signal that stops it. */
@NullMarked
package io.github.bmt4j.progress;

import org.jspecify.annotations.NullMarked;
