/** A run for people: text, tables and charts, and the forms of sysbench. */
@NullMarked
package io.github.bmt4j.load.report;

import org.jspecify.annotations.NullMarked;
