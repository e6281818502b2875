package io.github.bmt4j.load.run;

import io.github.bmt4j.load.Interval;
import io.github.bmt4j.load.run.RunResult.IntervalResult;

/**
 * An interval of a load.
 *
 * @param figures figures as they are stored
 * @param measured interval as it was measured
 */
public record LoadInterval(IntervalResult figures, Interval measured) {}
