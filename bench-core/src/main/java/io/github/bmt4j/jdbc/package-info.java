/** What the rest of bmt4j asks any server by SQL: single values of a query, and its product. */
@NullMarked
package io.github.bmt4j.jdbc;

import org.jspecify.annotations.NullMarked;
