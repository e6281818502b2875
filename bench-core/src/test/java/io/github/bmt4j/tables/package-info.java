/** Tests of {@code tables}. */
@NullMarked
package io.github.bmt4j.tables;

import org.jspecify.annotations.NullMarked;
