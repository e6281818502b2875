/** Tests of what twins share. */
@NullMarked
package io.github.bmt4j.jmh.twin;

import org.jspecify.annotations.NullMarked;
