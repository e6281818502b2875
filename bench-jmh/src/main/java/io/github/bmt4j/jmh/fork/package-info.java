/** What benchmarks share inside a fork: the server of a trial, the driver, and what both can do. */
@NullMarked
package io.github.bmt4j.jmh.fork;

import org.jspecify.annotations.NullMarked;
