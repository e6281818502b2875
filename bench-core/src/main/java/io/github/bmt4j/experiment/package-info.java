/** The lifecycle of every experiment: check, open, measure part by part, judge, store, report. */
@NullMarked
package io.github.bmt4j.experiment;

import org.jspecify.annotations.NullMarked;
