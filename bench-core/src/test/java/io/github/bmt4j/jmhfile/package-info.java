/** Tests of {@code jmhfile}. */
@NullMarked
package io.github.bmt4j.jmhfile;

import org.jspecify.annotations.NullMarked;
