/** Texts for people: words, numbers, tables, and lines as wide as the terminal. */
@NullMarked
package io.github.bmt4j.report;

import org.jspecify.annotations.NullMarked;
