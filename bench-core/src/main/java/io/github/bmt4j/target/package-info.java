/**
 * The server under test as the application sees it: JDBC URL, login, driver settings, pool, and
 * what the server says of itself. Starts no server.
 */
@NullMarked
package io.github.bmt4j.target;

import org.jspecify.annotations.NullMarked;
