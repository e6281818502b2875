/** Tests of {@code ddl}. */
@NullMarked
package io.github.bmt4j.statement;

import org.jspecify.annotations.NullMarked;
