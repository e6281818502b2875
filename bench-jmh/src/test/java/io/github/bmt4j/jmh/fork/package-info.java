/** Tests of what benchmarks share inside a fork. */
@NullMarked
package io.github.bmt4j.jmh.fork;

import org.jspecify.annotations.NullMarked;
