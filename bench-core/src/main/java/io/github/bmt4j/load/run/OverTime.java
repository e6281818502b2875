package io.github.bmt4j.load.run;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.github.bmt4j.load.run.RunResult.IntervalResult;
import io.github.bmt4j.load.run.RunResult.KindInterval;
import io.github.bmt4j.report.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Figures of a run of at least ten minutes over its time, by periods of a minute, or of several
 * minutes, so that there are at most 720.
 *
 * @param periodSeconds length of a period; the last one is left out if it is shorter than half
 * @param edgeSeconds length of the beginning and of the end that are compared: an hour, or half the
 *     periods of a shorter run
 * @param longestStallSeconds longest time of at least 0.2 s, and of ten usual operations, in which
 *     no operation succeeded although some were under way or due; absent without any
 * @param trends of throughput, then of response times, then of each kind of transaction
 */
public record OverTime(
    double periodSeconds,
    double edgeSeconds,
    @Nullable Double longestStallSeconds,
    List<Trend> trends) {
  private static final double PERIOD_SECONDS = 60;
  private static final int MOST_PERIODS = 720;
  private static final int FEWEST_PERIODS = 10;
  private static final double HOUR_SECONDS = 3600;

  public OverTime {
    trends = List.copyOf(trends);
  }

  /**
   * Summary of a run's intervals; absent for a run of less than ten minutes. Times of a period are
   * known only if it is one interval: percentiles of several do not add up.
   *
   * @param percentile percentile of the times of intervals, from 0 to 100
   */
  public static Optional<OverTime> of(
      List<IntervalResult> intervals, double percentile, @Nullable Double longestStallSeconds) {
    double seconds = intervals.isEmpty() ? 0 : new Period(intervals).seconds();
    double period =
        PERIOD_SECONDS * Math.max(1, Math.ceil(seconds / PERIOD_SECONDS / MOST_PERIODS));
    List<Period> periods = periods(intervals, period);
    if (periods.size() < FEWEST_PERIODS) {
      return Optional.empty();
    }
    double edge = Math.min(HOUR_SECONDS, period * Math.floor(periods.size() / 2.0));
    String tail = Numbers.percentileName(percentile);
    List<KindInterval> kinds = kinds(intervals.get(0));
    Stream<Optional<Trend>> all =
        Stream.of(
            trend("transactions", "1/s", edge, periods, IntervalResult::tps),
            trend("queries", "1/s", edge, periods, IntervalResult::qps),
            trend(tail, "ms", edge, periods, IntervalResult::percentileMs));
    Stream<Optional<Trend>> ofKinds =
        IntStream.range(0, kinds.size())
            .boxed()
            .flatMap(kind -> ofKind(kind, kinds.get(kind).kind(), tail, edge, periods));
    List<Trend> trends = Stream.concat(all, ofKinds).flatMap(Optional::stream).toList();
    return Optional.of(new OverTime(period, edge, longestStallSeconds, trends));
  }

  private static Stream<Optional<Trend>> ofKind(
      int kind, String name, String tail, double edge, List<Period> periods) {
    return Stream.of(
        trend(name, "1/s", edge, periods, one -> kinds(one).get(kind).tps()),
        trend(name + " " + tail, "ms", edge, periods, one -> kinds(one).get(kind).percentileMs()));
  }

  private static List<KindInterval> kinds(IntervalResult interval) {
    return interval.kinds() == null ? List.of() : interval.kinds();
  }

  @JsonIgnore
  public Trend throughput() {
    return trends.get(0);
  }

  /** Trend of the response times of all transactions; absent if periods have none. */
  @JsonIgnore
  public Optional<Trend> response() {
    return trends.stream().skip(2).limit(1).filter(trend -> trend.unit().equals("ms")).findFirst();
  }

  private record Period(List<IntervalResult> intervals) {
    double fromSeconds() {
      return intervals.get(0).fromSeconds();
    }

    double toSeconds() {
      return intervals.get(intervals.size() - 1).toSeconds();
    }

    double seconds() {
      return toSeconds() - fromSeconds();
    }

    /** Mean of a rate; for times, the value of the only interval. */
    @Nullable Double value(Function<IntervalResult, @Nullable Double> figure, boolean rate) {
      if (!rate) {
        return intervals.size() == 1 ? figure.apply(intervals.get(0)) : null;
      }
      double sum = 0;
      for (IntervalResult one : intervals) {
        Double value = figure.apply(one);
        sum += value == null ? 0 : value * (one.toSeconds() - one.fromSeconds());
      }
      return sum / seconds();
    }
  }

  private static List<Period> periods(List<IntervalResult> intervals, double length) {
    List<Period> periods = new ArrayList<>();
    List<IntervalResult> open = new ArrayList<>();
    double end = length + (intervals.isEmpty() ? 0 : intervals.get(0).fromSeconds());
    for (IntervalResult interval : intervals) {
      open.add(interval);
      double half = (interval.toSeconds() - interval.fromSeconds()) / 2;
      if (interval.toSeconds() + half > end) {
        periods.add(new Period(List.copyOf(open)));
        open.clear();
        while (end < interval.toSeconds() + half) {
          end += length;
        }
      }
    }
    if (!open.isEmpty() && new Period(open).seconds() >= length / 2) {
      periods.add(new Period(List.copyOf(open)));
    }
    periods.removeIf(period -> period.seconds() < length / 2);
    return periods;
  }

  private static Optional<Trend> trend(
      String figure,
      String unit,
      double edgeSeconds,
      List<Period> periods,
      Function<IntervalResult, @Nullable Double> of) {
    boolean rate = unit.equals("1/s");
    List<Trend.Point> points =
        periods.stream()
            .flatMap(
                period ->
                    Stream.ofNullable(period.value(of, rate))
                        .map(
                            value ->
                                new Trend.Point(
                                    (period.fromSeconds() + period.toSeconds()) / 2, value)))
            .toList();
    return points.size() < FEWEST_PERIODS
        ? Optional.empty()
        : Optional.of(Trend.of(figure, unit, points, edgeSeconds));
  }
}
