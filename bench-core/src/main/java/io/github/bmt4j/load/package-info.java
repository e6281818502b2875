/**
 * The load: when operations shall begin, and the threads that run them. Threads live here; times
 * are read from the clock of {@code measure} only.
 */
@NullMarked
package io.github.bmt4j.load;

import org.jspecify.annotations.NullMarked;
