/**
 * The series of the servers of an experiment: figures that are read from each server about once a
 * second, over a connection that is not part of the load, and figures of a user's command.
 */
@NullMarked
package io.github.bmt4j.sampling;

import org.jspecify.annotations.NullMarked;
