/**
 * The imitated application: probes that run in a JVM of their own, and the parent's hold on that
 * JVM.
 */
@NullMarked
package io.github.bmt4j.probe;

import org.jspecify.annotations.NullMarked;
