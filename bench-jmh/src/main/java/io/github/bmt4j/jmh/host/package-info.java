/**
 * The JVM that the user starts: reads the command line, starts servers, resolves drivers, checks
 * everything, and lets JMH fork.
 */
@NullMarked
package io.github.bmt4j.jmh.host;

import org.jspecify.annotations.NullMarked;
