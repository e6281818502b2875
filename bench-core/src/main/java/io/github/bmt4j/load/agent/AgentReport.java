package io.github.bmt4j.load.agent;

import io.github.bmt4j.load.Interval;
import io.github.bmt4j.load.Measurement;
import org.jspecify.annotations.Nullable;

/**
 * A report of an agent while its load runs.
 *
 * @param lateNanos delay of the start against the agreed moment; only in the first report
 * @param interval interval that has ended; absent in the first report
 * @param measured the measurement until its end; absent in the warm-up
 */
public record AgentReport(
    @Nullable Long lateNanos, @Nullable Interval interval, @Nullable Measurement measured) {}
