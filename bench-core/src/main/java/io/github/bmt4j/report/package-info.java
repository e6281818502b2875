/**
 * How results are shown: as text, line by line and at the end. Sees {@code result} and {@code
 * scenario} only.
 */
@NullMarked
package io.github.bmt4j.report;

import org.jspecify.annotations.NullMarked;
