/** The load generator: arrivals, worker threads, and their records of every operation. */
@NullMarked
package io.github.bmt4j.load;

import org.jspecify.annotations.NullMarked;
