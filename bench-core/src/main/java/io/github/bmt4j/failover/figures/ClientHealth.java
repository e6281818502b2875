package io.github.bmt4j.failover.figures;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.failover.figures.ClientLog.Pause;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Judges whether the client itself was able to measure: it had no relevant pauses, and operations
 * began in time before the fault. A pause of the client is never reported as an outage of the
 * server. Arrivals that wait for a request thread in an outage count as the application's delay.
 */
public record ClientHealth(Evidence evidence, Limits limits) {
  /** A shorter pause is judged only by its part in the write outage, and gets no note. */
  public static final long PAUSE_NANOS = 100_000_000;

  /** A pause of at least {@link #PAUSE_NANOS} may be this share of the write outage. */
  private static final double PAUSE_SHARE = 0.05;

  /** From this share of the write outage on, pauses of any length make it bmt's own. */
  private static final double OURS_SHARE = 0.5;

  /** Largest delay of the start of 99 % of the operations before the fault. */
  private static final long LATE_NANOS = 20_000_000;

  /** With fewer operations there is no 99th percentile. */
  private static final int LATE_SAMPLE = 100;

  /**
   * Reasons why the figures may be due to the client instead of the servers, in words.
   *
   * @param writes outage of writes
   */
  List<Reason> reasons(Optional<Outage> writes) {
    List<Reason> reasons = new ArrayList<>();
    longest(pause -> matters(pause, writes))
        .ifPresent(pause -> reasons.add(Code.CLIENT_PAUSED.of(say(pause))));
    writes
        .filter(outage -> paused(outage) >= OURS_SHARE * outage.nanos())
        .ifPresent(
            outage ->
                reasons.add(
                    Code.CLIENT_PAUSED.of(
                        words(
                            "the client itself stood still for %,.0f ms of the write outage of"
                                + " %,.0f ms",
                            paused(outage) / 1e6, outage.nanos() / 1e6))));
    punctuality(evidence.client().firstsIn(evidence.fromNanos(), evidence.t0Nanos()), reasons);
    return reasons;
  }

  List<String> notes(Optional<Outage> writes) {
    return longest(pause -> pause.nanos() >= PAUSE_NANOS && !matters(pause, writes))
        .map(pause -> List.of(say(pause)))
        .orElse(List.of());
  }

  /** Upper bound of the client's own delays of writes in an outage. */
  long delaysNanos(Optional<Outage> writes) {
    long late =
        evidence.client().firstsIn(evidence.fromNanos(), evidence.t0Nanos()).stream()
            .filter(attempt -> !attempt.unserved())
            .mapToLong(ClientHealth::lateNanos)
            .max()
            .orElse(0);
    return Math.max(late, writes.map(this::paused).orElse(0L));
  }

  private Optional<Pause> longest(Predicate<Pause> which) {
    return evidence.client().pausesIn(evidence.fromNanos(), evidence.endNanos()).stream()
        .filter(which)
        .max(Comparator.comparingLong(Pause::nanos));
  }

  private boolean matters(Pause pause, Optional<Outage> writes) {
    return pause.nanos() >= limits.stallNanos() / 2
        || (pause.nanos() >= PAUSE_NANOS
            && pause.startNanos() <= troubleEndNanos(writes) + limits.stallNanos()
            && pause.nanos() > PAUSE_SHARE * writes.map(Outage::nanos).orElse(0L));
  }

  /** A short pause long after the outage does not affect its length. */
  private long troubleEndNanos(Optional<Outage> writes) {
    return Math.max(
        evidence.t0Nanos(),
        writes.map(outage -> outage.gap().endNanos()).orElse(evidence.t0Nanos()));
  }

  private String say(Pause pause) {
    return words(
        "%s, %,.0f ms %s the fault",
        pause.words(),
        Math.abs(pause.startNanos() - evidence.t0Nanos()) / 1e6,
        pause.startNanos() < evidence.t0Nanos() ? "before" : "after");
  }

  private long paused(Outage outage) {
    return evidence.client().pausedNanos(outage.gap().beginNanos(), outage.gap().endNanos());
  }

  private void punctuality(List<Operation> firsts, List<Reason> reasons) {
    long[] late =
        firsts.stream()
            .filter(attempt -> !attempt.unserved())
            .mapToLong(ClientHealth::lateNanos)
            .sorted()
            .toArray();
    if (late.length >= LATE_SAMPLE) {
      long p99 = late[(int) Math.ceil(0.99 * late.length) - 1];
      if (p99 > LATE_NANOS) {
        reasons.add(
            Code.CLIENT_PAUSED.of(
                words(
                    "the client was not punctual: before the fault 1 %% of the operations began"
                        + " %,.1f ms late or more",
                    p99 / 1e6)));
      }
    }
  }

  private static long lateNanos(Operation attempt) {
    return attempt.startNanos() - attempt.intendedNanos();
  }
}
