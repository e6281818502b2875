/** The server as an application reaches it: JDBC URL, driver, pool, and the server's own facts. */
@NullMarked
package io.github.bmt4j.jdbc;

import org.jspecify.annotations.NullMarked;
