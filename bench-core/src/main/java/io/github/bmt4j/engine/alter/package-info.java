/** ALTERs of a table, with and without a load on it, and their result. */
@NullMarked
package io.github.bmt4j.engine.alter;

import org.jspecify.annotations.NullMarked;
