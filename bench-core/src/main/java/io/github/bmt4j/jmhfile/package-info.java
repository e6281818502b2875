/**
 * The files that JMH leaves, and what ours lies beside them. Sees {@code failure}, {@code result}
 * and {@code target} only.
 */
@NullMarked
package io.github.bmt4j.jmhfile;

import org.jspecify.annotations.NullMarked;
