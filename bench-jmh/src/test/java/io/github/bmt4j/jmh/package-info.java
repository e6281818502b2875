/** Tests of the benchmarks. */
@NullMarked
package io.github.bmt4j.jmh;

import org.jspecify.annotations.NullMarked;
