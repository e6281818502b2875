package io.github.bmt4j.load;

import io.github.bmt4j.load.Measurement.EndpointMeasurement;
import io.github.bmt4j.load.Measurement.Gap;
import io.github.bmt4j.load.Measurement.ShareCount;
import io.github.bmt4j.load.Measurement.StageMeasurement;
import io.github.bmt4j.load.Measurement.StatementLatencies;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.workload.StatementRows;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * One load's figures from those of the processes that made it. Counts are sums, and histograms are
 * added bucket by bucket, so that percentiles are those of all operations.
 */
public final class Merged {
  private Merged() {}

  /**
   * The measurement of all processes. Its largest backlog is an upper bound: the sum of maxima,
   * which may have occurred at different moments.
   *
   * @param parts of one load, whose times begin at one moment; at least one
   * @param interrupted true if the user ended the load early
   * @param problems of the load as a whole
   */
  public static Measurement measurement(
      List<Measurement> parts, boolean interrupted, List<Reason> problems) {
    return new Measurement(
        counts(parts, Measurement::counts),
        counts(parts, Measurement::warmup),
        latencies(parts, Measurement::latencies),
        most(parts, Measurement::elapsedNanos),
        new Measurement.Queue(
            sum(parts, one -> one.queue().arrivals()),
            sum(parts, one -> one.queue().unserved()),
            sum(parts, one -> one.queue().maxBacklog())),
        new Measurement.Disturbances(
            most(parts, one -> one.disturbances().warmupOverrunNanos()),
            most(parts, one -> one.disturbances().stoodStillNanos()),
            gaps(
                parts.stream()
                    .map(part -> new Stalls(part.disturbances().gaps(), part.elapsedNanos()))
                    .toList())),
        new Measurement.Ending(
            (int) sum(parts, one -> one.ending().stuck()), interrupted, problems),
        errors(parts.stream().map(Measurement::errors).toList()),
        new Measurement.Parts(
            byPosition(parts, one -> one.parts().endpoints(), Merged::endpoint),
            kinds(parts.stream().map(one -> one.parts().kinds()).toList()),
            parts.stream().flatMap(part -> part.parts().workers().stream()).toList(),
            byPosition(parts, one -> one.parts().statements(), (name, all) -> statement(all)),
            byPosition(
                parts,
                one -> one.parts().shareCounts(),
                (name, all) -> all.stream().reduce(ShareCount.ZERO, ShareCount::plus)),
            byPosition(parts, one -> one.parts().stages(), (name, all) -> stage(all))),
        ConnectionMeasurement.of(parts, interrupted));
  }

  /**
   * The interval of all processes, from the earliest begin to the latest end.
   *
   * @param fromNanos begin, since the start of the measurement
   * @param parts one or more of each process, which end together
   * @param ends the last of each process among them
   * @param last the last interval of each process until then, for counts from the start on
   */
  public static Interval interval(
      long fromNanos, List<Interval> parts, List<Interval> ends, List<Interval> last) {
    return new Interval(
        fromNanos,
        most(parts, Interval::toNanos),
        parts.get(0).warmup(),
        counts(parts, Interval::counts),
        latencies(parts, Interval::latencies),
        kinds(parts.stream().map(Interval::kinds).toList()),
        byPosition(parts, Interval::statements, (intervals, all) -> statement(all)),
        new Interval.End(
            sum(ends, one -> one.end().backlog()),
            sum(ends, one -> one.end().underWay()),
            sum(last, one -> one.end().measuredQueries()),
            errors(last.stream().map(one -> one.end().errors()).toList())));
  }

  public static List<StatementRows> rows(List<List<StatementRows>> parts) {
    return byPosition(
        parts,
        part -> part,
        (all, same) -> same.stream().reduce(StatementRows::plus).orElseThrow());
  }

  private static <T> Counts counts(List<T> parts, Function<T, Counts> counts) {
    return parts.stream().map(counts).reduce(Counts.ZERO, Counts::plus);
  }

  private static <T> Latencies latencies(List<T> parts, Function<T, Latencies> latencies) {
    Latencies all = new Latencies();
    parts.forEach(part -> all.add(latencies.apply(part)));
    return all;
  }

  private static <T> long sum(List<T> parts, ToLongFunction<T> value) {
    return parts.stream().mapToLong(value).sum();
  }

  private static <T> long most(List<T> parts, ToLongFunction<T> value) {
    return parts.stream().mapToLong(value).max().orElseThrow();
  }

  private static <P, T> List<T> byPosition(
      List<P> parts, Function<P, List<T>> list, Merger<P, T> merger) {
    List<List<T>> lists = parts.stream().map(list).toList();
    int size = lists.stream().mapToInt(List::size).max().orElse(0);
    return IntStream.range(0, size)
        .mapToObj(
            at -> {
              List<P> having = parts.stream().filter(part -> list.apply(part).size() > at).toList();
              return merger.merge(
                  having, having.stream().map(one -> list.apply(one).get(at)).toList());
            })
        .toList();
  }

  private interface Merger<P, T> {
    T merge(List<P> parts, List<T> elements);
  }

  private static EndpointMeasurement endpoint(
      List<Measurement> parts, List<EndpointMeasurement> endpoints) {
    List<Stalls> stalls =
        IntStream.range(0, parts.size())
            .mapToObj(i -> new Stalls(endpoints.get(i).gaps(), parts.get(i).elapsedNanos()))
            .toList();
    return new EndpointMeasurement(
        (int) sum(endpoints, EndpointMeasurement::workers),
        counts(endpoints, EndpointMeasurement::counts),
        counts(endpoints, EndpointMeasurement::warmup),
        latencies(endpoints, EndpointMeasurement::latencies),
        gaps(stalls),
        most(endpoints, EndpointMeasurement::lastEndNanos));
  }

  private static List<KindMeasurement> kinds(List<List<KindMeasurement>> parts) {
    return byPosition(
        parts,
        part -> part,
        (all, kinds) ->
            new KindMeasurement(
                kinds.get(0).kind(),
                counts(kinds, KindMeasurement::counts),
                histogram(kinds, KindMeasurement::response)));
  }

  private static StatementLatencies statement(List<StatementLatencies> all) {
    return new StatementLatencies(
        all.get(0).statement(), all.get(0).kind(), histogram(all, StatementLatencies::service));
  }

  private static StageMeasurement stage(List<StageMeasurement> all) {
    return new StageMeasurement(
        all.get(0).stage(),
        sum(all, StageMeasurement::due),
        sum(all, StageMeasurement::dueLate),
        sum(all, StageMeasurement::ended),
        sum(all, StageMeasurement::growth),
        sum(all, StageMeasurement::growthLate),
        counts(all, StageMeasurement::counts),
        latencies(all, StageMeasurement::latencies));
  }

  private static <T> Histogram histogram(List<T> parts, Function<T, Histogram> histogram) {
    Histogram all = new Histogram(3);
    parts.forEach(part -> all.add(histogram.apply(part)));
    return all;
  }

  private static List<ErrorLog.Line> errors(List<List<ErrorLog.Line>> parts) {
    BinaryOperator<ErrorLog.Line> sum =
        (one, other) ->
            new ErrorLog.Line(
                one.phase(),
                one.code(),
                one.sqlState(),
                one.place(),
                one.count() + other.count(),
                one.retried() + other.retried(),
                one.firstMessage());
    Map<List<Object>, ErrorLog.Line> all = new LinkedHashMap<>();
    parts.stream()
        .flatMap(List::stream)
        .forEach(
            line ->
                all.merge(
                    List.of(line.phase(), line.code(), line.sqlState(), line.place()), line, sum));
    return all.values().stream()
        .sorted(Comparator.comparingLong(ErrorLog.Line::count).reversed())
        .toList();
  }

  private record Stalls(List<Gap> gaps, long endNanos) {}

  private static List<Gap> gaps(List<Stalls> parts) {
    List<Gap> common = null;
    for (Stalls part : parts.stream().sorted(Comparator.comparingLong(Stalls::endNanos)).toList()) {
      List<Gap> its = Stream.concat(part.gaps.stream(), Stream.of(after(part.endNanos))).toList();
      common = common == null ? its : intersection(common, its);
    }
    long end = parts.stream().mapToLong(Stalls::endNanos).max().orElse(0);
    return (common == null ? List.<Gap>of() : common)
        .stream()
            .filter(gap -> gap.nanos() >= Gaps.SHORTEST_NANOS && gap.fromNanos() < end)
            .toList();
  }

  private static Gap after(long endNanos) {
    return new Gap(endNanos, Stages.NEVER, false);
  }

  private static List<Gap> intersection(List<Gap> some, List<Gap> others) {
    List<Gap> common = new ArrayList<>();
    for (Gap one : some) {
      for (Gap other : others) {
        long from = Math.max(one.fromNanos(), other.fromNanos());
        long to = Math.min(one.fromNanos() + one.nanos(), other.fromNanos() + other.nanos());
        if (to > from) {
          common.add(new Gap(from, to - from, one.failed() || other.failed()));
        }
      }
    }
    return common.stream().sorted(Comparator.comparingLong(Gap::fromNanos)).toList();
  }
}
