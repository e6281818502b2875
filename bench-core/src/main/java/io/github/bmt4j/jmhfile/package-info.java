/**
 * The files that JMH leaves, and the file of ours beside them. Sees {@code failure}, {@code result}
 * and {@code target} only.
 */
@NullMarked
package io.github.bmt4j.jmhfile;

import org.jspecify.annotations.NullMarked;
