package io.github.bmt4j.failover.figures;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.failover.figures.FailoverFigures.OtherStalls;
import io.github.bmt4j.failover.figures.FailoverFigures.Stalls;
import io.github.bmt4j.failover.figures.FailoverFigures.Writes;
import io.github.bmt4j.failover.figures.SignificantGaps.Gap;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The service for writes: outage, degraded time and recovery, and notes on them. */
final class WriteAnalysis {
  /** Writes that are degraded for a larger share of the settle time have not recovered. */
  private static final double LOW_SHARE = 0.1;

  /** Writes a second below which a loss of 10 % is less than two writes. */
  private static final int FEW_WRITES = 20;

  final List<Gap> gaps;
  final Optional<Outage> outage;

  /** Time at which throughput was back; absent if it was not, or was never lower. */
  final OptionalLong recovered;

  private final Operations operations;
  private final Evidence evidence;
  private final Limits limits;
  private final List<Gap> serverGaps;
  private final List<Gap> degraded;
  private final boolean settled;
  private final OptionalLong recoveredAfter;

  WriteAnalysis(
      Operations operations,
      Evidence evidence,
      Limits limits,
      List<Gap> serverGaps,
      OptionalLong detected) {
    this.operations = operations;
    this.evidence = evidence;
    this.limits = limits;
    this.serverGaps = serverGaps;
    this.gaps = Outage.counted(ProbeKind.WRITER, operations, evidence, limits);
    this.outage = Outage.of(ProbeKind.WRITER, gaps, serverGaps, operations, evidence, limits);
    Recovery recovery = new Recovery(operations, evidence, limits);
    this.degraded = recovery.degraded(gaps);
    this.settled = isSettled();
    List<Gap> low = degraded.stream().filter(one -> !isExcused(one)).toList();
    this.recovered = settled ? recovery.nanos(outage, detected, low) : OptionalLong.empty();
    this.recoveredAfter =
        settled
            ? recovery.earliestUnseen(outage, detected, low)
            : OptionalLong.of(evidence.endNanos());
  }

  /**
   * Returns true if writes continued undisturbed: not stalled, and neither out nor degraded at the
   * last step and for the stall limit after it. Later trouble may have other causes.
   */
  boolean areUndisturbed() {
    long last =
        evidence.timeline().stream()
            .filter(event -> event.kind() != TimelineEvent.Kind.NOTE)
            .mapToLong(TimelineEvent::atNanos)
            .reduce(evidence.t0Nanos(), Math::max);
    Double unavailability = unavailability();
    return degraded.stream().noneMatch(low -> low.beginNanos() <= last + limits.stallNanos())
        && (unavailability == null || unavailability == 0);
  }

  /**
   * The service for writes; absent without writers.
   *
   * @param delaysNanos of the measuring client
   */
  @Nullable Writes figures(long delaysNanos) {
    if (!evidence.ran(ProbeKind.WRITER)) {
      return null;
    }
    Double low = degraded.isEmpty() ? null : (Double) sumMillis(degraded);
    return new Writes(
        outage.map(Outage::millis).orElse(null),
        outage.map(Outage::atLeastMillis).orElse(null),
        settled ? low : null,
        settled ? null : low,
        evidence.sinceFault(recovered),
        recovered.isPresent() ? null : evidence.sinceFault(recoveredAfter),
        unavailability(),
        stalls(),
        otherStalls(),
        outage.map(out -> Millis.of(Math.min(out.nanos(), delaysNanos))).orElse(null),
        Millis.of(evidence.intervalNanos(ProbeKind.WRITER)));
  }

  private Stalls stalls() {
    LongSummaryStatistics quiet = quiet();
    return new Stalls(
        gaps.size(),
        settled && gaps.size() > 1 ? (Double) sumMillis(gaps) : null,
        gaps.isEmpty() || !gaps.get(0).closed() ? null : (Double) Millis.of(gaps.get(0).nanos()),
        quiet.getCount() == 0 ? null : (Double) Millis.of(quiet.getSum()));
  }

  private @Nullable OtherStalls otherStalls() {
    List<Gap> others =
        gaps.stream().filter(gap -> outage.map(Outage::gap).filter(gap::equals).isEmpty()).toList();
    return others.isEmpty()
        ? null
        : new OtherStalls(
            others.size(),
            sumMillis(others),
            Millis.of(others.stream().mapToLong(Gap::nanos).max().orElse(0)));
  }

  private static double sumMillis(List<Gap> gaps) {
    return Millis.of(gaps.stream().mapToLong(Gap::nanos).sum());
  }

  /**
   * Share of the writes due between t0 and recovery that did not end OK within the stall limit.
   * Without a recovery, until the end of the observation, except arrivals too close to the end to
   * be judged.
   */
  private @Nullable Double unavailability() {
    long until =
        Math.min(recovered.orElse(evidence.endNanos()), evidence.endNanos() - limits.stallNanos());
    List<Operation> due =
        operations.of(ProbeKind.WRITER).stream()
            .filter(
                operation ->
                    operation.intendedNanos() >= evidence.t0Nanos()
                        && operation.intendedNanos() <= until)
            .toList();
    long served =
        due.stream()
            .filter(operation -> operation.ok() && operation.responseNanos() <= limits.stallNanos())
            .count();
    return due.isEmpty()
        ? null
        : (Double) (Math.round(1e6 * (due.size() - served) / due.size()) / 1e6);
  }

  private boolean isSettled() {
    // Shorter gaps without an error are no trouble: a trial does not wait after them.
    return outage.map(Outage::settled).orElse(true)
        && degraded.stream()
            .filter(low -> low.nanos() > limits.stallNanos() && !isExcused(low))
            .allMatch(
                low ->
                    low.closed()
                        && limits.settled(low.endNanos() - 2 * limits.stallNanos(), evidence))
        && lowAtTheEndNanos(low -> !isExcused(low)) <= LOW_SHARE * limits.settleNanos();
  }

  /** True if the client may have caused a gap; the gap then does not count against a recovery. */
  private boolean isExcused(Gap low) {
    return evidence.isClients(low, limits)
        && !operations.explain(ProbeKind.WRITER, low)
        && serverGaps.stream().noneMatch(low::overlaps);
  }

  /**
   * Time for which writes were degraded in the last part of the observation, in which they must be
   * healthy.
   */
  private long lowAtTheEndNanos(Predicate<Gap> which) {
    long length =
        Math.max(limits.settleNanos() - 2 * limits.stallNanos(), limits.settleNanos() / 2);
    Gap last = new Gap(evidence.endNanos() - length, evidence.endNanos(), true);
    return degraded.stream().filter(which).mapToLong(last::commonNanos).sum();
  }

  private LongSummaryStatistics quiet() {
    return gaps.stream()
        .filter(gap -> !operations.explain(ProbeKind.WRITER, gap))
        .mapToLong(Gap::nanos)
        .summaryStatistics();
  }

  /**
   * Note on length and number of stalls without an error; without a stall, on the limit of what
   * could be seen.
   */
  Optional<String> stallNote() {
    if (!evidence.ran(ProbeKind.WRITER)) {
      return Optional.empty();
    }
    if (gaps.isEmpty()) {
      SignificantGaps all =
          new SignificantGaps(
              operations.okEnds(ProbeKind.WRITER),
              evidence.intervalNanos(ProbeKind.WRITER),
              evidence,
              limits);
      return Optional.of(
          words(
              "no write outage was seen; one of up to %,.1f ms without an error could not be told"
                  + " from noise",
              Millis.of(Outage.UNEXPLAINED * all.thresholdNanos())));
    }
    LongSummaryStatistics quiet = quiet();
    return quiet.getCount() == 0
        ? Optional.empty()
        : Optional.of(
            quiet.getCount() == 1
                ? words("writes stalled without an error for %,.1f ms", Millis.of(quiet.getMax()))
                : words(
                    "writes stalled without an error %,d times: %,.1f ms in all, up to %,.1f ms",
                    quiet.getCount(), Millis.of(quiet.getSum()), Millis.of(quiet.getMax())));
  }

  /** Reasons why recovery or degraded time mean less than they seem to. */
  List<String> doubts() {
    List<String> doubts = new ArrayList<>();
    long low = lowAtTheEndNanos(this::isExcused);
    if (low > LOW_SHARE * limits.settleNanos()) {
      doubts.add(
          words(
              "writes were not steady again: at the end they were low for %,.1f ms, while the"
                  + " client itself stood still at times",
              Millis.of(low)));
    }
    double rate = evidence.ratesPerSecond().getOrDefault(ProbeKind.WRITER, 0.0);
    if (rate > 0 && rate < FEW_WRITES) {
      // A window that lacks only two writes is never low.
      doubts.add(
          words(
              "%.0f writes/s are too few to judge the degraded time: losses of less than %.0f %%"
                  + " are not seen; from %d writes/s on, losses of more than 10 %% are",
              rate, 100 * Math.min(1, 3 / rate), FEW_WRITES));
    }
    return doubts;
  }
}
