/** JMH benchmarks over the engine's own code. */
@NullMarked
package io.github.bmt4j.jmh;

import org.jspecify.annotations.NullMarked;
