/** Tests of {@code ddl}. */
@NullMarked
package io.github.bmt4j.ddl;

import org.jspecify.annotations.NullMarked;
