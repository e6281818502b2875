package io.github.bmt4j.load.agent;

import io.github.bmt4j.load.ClientReadings;
import io.github.bmt4j.load.Measurement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One agent's part of a load.
 *
 * @param here whether it is on this machine
 * @param child whether this process started it here
 * @param offsetNanos what was added to its clock
 * @param boundNanos largest error of that
 * @param driftNanos how far its clock has moved since the agent was met
 * @param lateNanos time from the moment at which the load was to begin to that at which it began
 *     there; absent where it did not
 * @param measured absent where nothing was
 * @param readings what it used of its machine; absent where it was lost
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
