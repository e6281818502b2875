/**
 * The lifecycle that every experiment has, whatever it measures: check, open, measure part by part,
 * store after each, judge, report. Sees no experiment.
 */
@NullMarked
package io.github.bmt4j.experiment;

import org.jspecify.annotations.NullMarked;
