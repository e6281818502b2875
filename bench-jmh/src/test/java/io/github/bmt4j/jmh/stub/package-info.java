/** Tests of {@code jmh.stub}. */
@NullMarked
package io.github.bmt4j.jmh.stub;

import org.jspecify.annotations.NullMarked;
