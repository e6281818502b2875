/** The experiment sweep: loads one after the other, the search for the knee, and its report. */
@NullMarked
package io.github.bmt4j.load.sweep;

import org.jspecify.annotations.NullMarked;
