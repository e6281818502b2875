/**
 * The server as an application reaches it: JDBC URL, driver, pool, and what the server says of
 * itself.
 */
@NullMarked
package io.github.bmt4j.jdbc;

import org.jspecify.annotations.NullMarked;
