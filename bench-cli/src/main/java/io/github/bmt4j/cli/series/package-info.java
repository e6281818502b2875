/**
 * Command lines that are executed one after the other, each in a JVM of its own: series and
 * scenario files.
 */
@NullMarked
package io.github.bmt4j.cli.series;

import org.jspecify.annotations.NullMarked;
