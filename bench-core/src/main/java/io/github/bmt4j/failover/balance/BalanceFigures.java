package io.github.bmt4j.failover.balance;

import io.github.bmt4j.failover.figures.Stuck;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Spread of a load over servers before one was lost, while it was away, and after its return. Times
 * in ms from the start of the observation, unless the name says otherwise; shares from 0 to 1.
 * Figures that were not observed and phases that did not occur are absent. {@code docs/method.md}
 * defines each.
 *
 * @param probes probes whose operations are counted, such as {@code reader}
 * @param perServer by the server's name
 * @param rebalanceMs from the return of the lost server until its share of operations begins to be
 *     at least 80 % of the fair share for 5 s
 * @param returned absent when no server came back
 * @param readsOffPrimary share of the read-only transactions on servers other than the primary;
 *     absent when there is no primary
 * @param staleReads reads that did not see a write of the application; absent without writers
 * @param served by probe: the service that the application got
 * @param slices over time; each is a second, the last one half a second to one and a half
 * @param resolutionMs of {@code rebalanceMs}
 */
public record BalanceFigures(
    List<String> probes,
    Moments moments,
    Map<String, ServerLoad> perServer,
    Evenness jain,
    @Nullable Double rebalanceMs,
    @Nullable Returned returned,
    @Nullable Phases<Double> readsOffPrimary,
    @Nullable Phases<Staleness> staleReads,
    Map<String, Phases<Served>> served,
    Stuck stuck,
    List<Slice> slices,
    double resolutionMs) {
  /**
   * The rebalance time; if it was not observed, its lower bound. Absent if that is 0, or no server
   * came back.
   */
  @Nullable Double rebalanceOrBoundMs() {
    if (rebalanceMs != null || returned == null) {
      return rebalanceMs;
    }
    long seconds = (long) (returned.observedMs / resolutionMs) - (Rebalance.LASTING - 1);
    return seconds > 0 ? (Double) (seconds * resolutionMs) : null;
  }

  /** Stale reads of all phases, without a median; absent where they were not counted. */
  @Nullable Staleness staleInAll() {
    return staleReads == null
        ? null
        : Stream.of(staleReads.before, staleReads.during, staleReads.after)
            .filter(Objects::nonNull)
            .reduce(new Staleness(0, 0, null, null), Staleness::plus);
  }

  /**
   * Times at which the phases changed: before the loss, during it, after the return.
   *
   * @param lostServer name of the server that was lost
   */
  public record Moments(
      @Nullable String lostServer,
      @Nullable Double lostMs,
      @Nullable Double returnedMs,
      double endMs) {
    Phases<Double> lengths() {
      double lost = Objects.requireNonNullElse(lostMs, endMs);
      double returned = Objects.requireNonNullElse(returnedMs, endMs);
      return new Phases<>(
          lost,
          lostMs == null ? null : (Double) (returned - lost),
          returnedMs == null ? null : (Double) (endMs - returned));
    }
  }

  /**
   * Load of a server.
   *
   * @param identity identity that the server reports
   * @param shares true if the load is to be spread over it, too
   */
  public record ServerLoad(
      String identity,
      boolean primary,
      boolean shares,
      Phases<Load> connections,
      Phases<Load> operations) {}

  /**
   * The load of a server in one phase.
   *
   * @param count successful operations in the phase; or connections of the application, as the mean
   *     of one sample a second
   * @param share of all operations; or of the connections to the servers that share the load and
   *     were up, absent for other servers
   */
  public record Load(double count, @Nullable Double share) {}

  /**
   * Jain's index over the servers that share the load and were up: from 1/n (one of n does all) to
   * 1. Absent for a single server.
   */
  public record Evenness(Phases<Double> connections, Phases<Double> operations) {}

  /** A figure of each phase; absent for a phase that did not occur or was not observed. */
  public record Phases<T>(@Nullable T before, @Nullable T during, @Nullable T after) {
    /** The present figures, by the phase's name. */
    Map<String, T> named() {
      Map<String, T> named = new LinkedHashMap<>();
      Stream.ofNullable(before).forEach(figure -> named.put("before", figure));
      Stream.ofNullable(during).forEach(figure -> named.put("during", figure));
      Stream.ofNullable(after).forEach(figure -> named.put("after", figure));
      return named;
    }

    /** The phases with a figure computed from this one; absent figures stay absent. */
    <V> Phases<V> map(Function<T, V> figure) {
      return new Phases<>(
          before == null ? null : figure.apply(before),
          during == null ? null : figure.apply(during),
          after == null ? null : figure.apply(after));
    }
  }

  /**
   * Reads that missed a write of the application which was acknowledged before they began.
   *
   * @param reads successful reads in the phase
   * @param stale reads that missed such a write
   * @param medianLagMs of stale reads: time from the acknowledgement of the oldest missed write to
   *     the read's start; absent without stale reads
   * @param largestLagMs likewise
   */
  public record Staleness(
      long reads, long stale, @Nullable Double medianLagMs, @Nullable Double largestLagMs) {
    /** Share of the reads that are stale; absent without reads. */
    @Nullable Double share() {
      return reads == 0 ? null : (Double) Fairness.rounded((double) stale / reads);
    }

    private Staleness plus(Staleness other) {
      double largest = Math.max(orZero(largestLagMs), orZero(other.largestLagMs));
      return new Staleness(
          reads + other.reads, stale + other.stale, null, largest == 0 ? null : (Double) largest);
    }

    private static double orZero(@Nullable Double value) {
      return value == null ? 0 : value;
    }
  }

  /**
   * Figures of the server that was lost and came back.
   *
   * @param server its name
   * @param fairShare share of the operations if they were spread evenly
   * @param idleMs from its return to the end of its first operation
   * @param shareAtEnd its share of the operations in the last 10 s
   * @param observedMs from its return to the end
   */
  public record Returned(
      String server,
      double fairShare,
      @Nullable Double idleMs,
      @Nullable Double shareAtEnd,
      double observedMs) {}

  /**
   * Service that the application got for a probe in one phase.
   *
   * @param ok successful operations in the phase
   * @param failed operations that ended in the phase, surely not applied
   * @param unknown operations that ended in the phase, applied or not
   * @param unserved arrivals due in the phase that never began
   * @param underWay mean number of attempts under way: the sum of their times within the phase,
   *     divided by its length
   * @param p50Ms of the response times; absent when the sample does not support it
   * @param p99Ms likewise
   * @param largestMs largest response time
   * @param longestGapMs longest time within the phase without a successful operation
   */
  public record Served(
      long ok,
      long failed,
      long unknown,
      long unserved,
      double underWay,
      @Nullable Double p50Ms,
      @Nullable Double p99Ms,
      @Nullable Double largestMs,
      double longestGapMs) {}

  /**
   * A second of the observation, by the servers' names.
   *
   * @param operations successful operations in the second
   * @param connections the last sample in the second; no entry for a server that did not answer
   */
  record Slice(
      double fromMs, double toMs, Map<String, Long> operations, Map<String, Integer> connections) {}
}
