package io.github.bmt4j.load.agent;

import io.github.bmt4j.load.ClientReadings;
import io.github.bmt4j.load.Measurement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One agent's part of a load.
 *
 * @param here true if it is on this machine
 * @param child true if this process started it here
 * @param offsetNanos offset that was added to its clock
 * @param boundNanos largest error of that
 * @param driftNanos drift of its clock since the agent was met
 * @param lateNanos time from the moment at which the load was to begin to that at which it began
 *     there; absent where it did not
 * @param measured absent where nothing was
 * @param readings use of its machine; absent where the agent was lost
 * @param rates transactions a second in each interval of the whole measurement
 */
public record AgentPart(
    String name,
    Hello hello,
    boolean here,
    boolean child,
    long offsetNanos,
    long boundNanos,
    long driftNanos,
    @Nullable Long lateNanos,
    @Nullable Measurement measured,
    @Nullable ClientReadings readings,
    List<Double> rates) {}
