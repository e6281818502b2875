package io.github.bmt4j.engine;

import io.github.bmt4j.measure.Interval;
import io.github.bmt4j.result.RunResult.IntervalResult;

/**
 * An interval of a load, as {@link io.github.bmt4j.experiment.Events#detail} reports it.
 *
 * @param figures as they are stored
 * @param measured as it was measured
 */
public record LoadInterval(IntervalResult figures, Interval measured) {}
