package io.github.bmt4j.load.run;

import io.github.bmt4j.clock.Percentiles;
import io.github.bmt4j.clock.Times;
import io.github.bmt4j.load.Counter;
import io.github.bmt4j.load.Counts;
import io.github.bmt4j.load.Measurement;
import io.github.bmt4j.load.Measurement.StageMeasurement;
import io.github.bmt4j.load.Stage;
import io.github.bmt4j.load.run.RunResult.IntervalResult;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Figures of one stage of a load. Times and failures are those of the operations due in the stage,
 * whenever they ended: an operation that waited into a later stage counts here.
 *
 * @param stage its length, and its rate or its threads
 * @param fromSeconds start, in s since the start of the measurement
 * @param seconds length
 * @param transactions operations that ended OK in it, whenever they were due
 * @param tps these transactions a second
 * @param arrivals operations that were due; absent in a closed loop
 * @param notOk arrivals that failed, stayed unknown, were stuck or never began
 * @param kept true if at most 1 % of its arrivals did not end OK, and the number of operations due
 *     but not ended did not grow by more than that, both over the stage and over its second half;
 *     absent in a closed loop
 */
public record StageFigures(
    Stage stage,
    double fromSeconds,
    double seconds,
    long transactions,
    double tps,
    @Nullable Long arrivals,
    long notOk,
    @Nullable Boolean kept,
    Times response,
    Times service) {
  /** Delay with which an interval's counts may be read, in s. */
  private static final double MARGIN = 0.1;

  static @Nullable List<StageFigures> of(Measurement measured) {
    List<StageFigures> figures = new ArrayList<>();
    long from = 0;
    for (StageMeasurement share : measured.parts().stages()) {
      Stage stage = share.stage();
      long nanos = Math.min(stage.nanos(), measured.elapsedNanos() - from);
      if (nanos > 0) {
        figures.add(of(share, from, nanos));
      }
      from += stage.nanos();
    }
    return figures.isEmpty() ? null : List.copyOf(figures);
  }

  /**
   * The intervals of the longest stage, for judgements over time; none if its rate or threads
   * change, all if there are no stages.
   */
  public static List<IntervalResult> steady(List<Stage> stages, List<IntervalResult> intervals) {
    if (stages.isEmpty()) {
      return intervals;
    }
    Stage longest = Collections.max(stages, Comparator.comparingLong(Stage::nanos));
    long before =
        stages.stream().takeWhile(one -> !one.equals(longest)).mapToLong(Stage::nanos).sum();
    double from = before / 1e9;
    double to = (before + longest.nanos()) / 1e9;
    return longest.from() != longest.to()
        ? List.of()
        : intervals.stream()
            .filter(one -> one.fromSeconds() >= from - MARGIN && one.toSeconds() <= to + MARGIN)
            .toList();
  }

  /** True if no stage missed its rate. */
  public static boolean allKept(RunResult run) {
    return Stream.ofNullable(run.stages())
        .flatMap(List::stream)
        .noneMatch(stage -> Boolean.FALSE.equals(stage.kept()));
  }

  /**
   * True if operations pile up. At the start of a stage, none may be under way yet; so they must
   * grow in its second half, too. While the rate rises, the operations under way grow by its rise
   * within one response time.
   */
  private static boolean grows(StageMeasurement share) {
    Stage stage = share.stage();
    double seconds = share.latencies().response().getValueAtPercentile(50) / 1e9;
    double rise = Math.max(0, stage.to() - stage.from()) * seconds;
    return share.growth() - rise > Judgement.mayStayUnserved(share.due())
        && share.growthLate() - rise / 2 > Judgement.mayStayUnserved(share.dueLate());
  }

  private static StageFigures of(StageMeasurement share, long fromNanos, long nanos) {
    Counts counts = share.counts();
    boolean open = share.stage().ofRate();
    long ok = counts.of(Counter.TRANSACTIONS);
    long failed = counts.notOk();
    long notOk = Math.max(failed, open ? share.due() - ok : 0);
    return new StageFigures(
        share.stage(),
        Rounding.round(fromNanos / 1e9, 1e3),
        Rounding.round(nanos / 1e9, 1e3),
        share.ended(),
        Rounding.rate(share.ended(), nanos / 1e9),
        open ? (Long) share.due() : null,
        notOk,
        open ? (Boolean) (notOk <= Judgement.mayStayUnserved(share.due()) && !grows(share)) : null,
        Percentiles.times(share.latencies().response(), notOk),
        Percentiles.times(share.latencies().service(), notOk));
  }
}
