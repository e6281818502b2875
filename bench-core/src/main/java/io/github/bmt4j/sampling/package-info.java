/**
 * The series of the servers of an experiment: figures that are read from each of them about once a
 * second, over a connection that is not part of the load, and those of a command of the user's.
 */
@NullMarked
package io.github.bmt4j.sampling;

import org.jspecify.annotations.NullMarked;
