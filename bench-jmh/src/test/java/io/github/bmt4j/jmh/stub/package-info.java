/**
 * A JDBC driver without a server: it answers every statement at once, so that a benchmark over it
 * shows what our own code costs.
 */
@NullMarked
package io.github.bmt4j.jmh.stub;

import org.jspecify.annotations.NullMarked;
