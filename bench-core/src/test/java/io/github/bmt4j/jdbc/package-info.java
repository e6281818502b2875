/** Tests of {@code jdbc}. */
@NullMarked
package io.github.bmt4j.jdbc;

import org.jspecify.annotations.NullMarked;
