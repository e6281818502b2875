/**
 * Facilities that benchmarks share inside a fork: the server of a trial, the driver, and the
 * features of both.
 */
@NullMarked
package io.github.bmt4j.jmh.fork;

import org.jspecify.annotations.NullMarked;
