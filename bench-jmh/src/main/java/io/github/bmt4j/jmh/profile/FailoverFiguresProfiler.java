package io.github.bmt4j.jmh.profile;

import io.github.bmt4j.failover.figures.FailoverFigures;
import io.github.bmt4j.failover.figures.Repetition;
import io.github.bmt4j.failover.figures.Repetition.ErrorCount;
import io.github.bmt4j.jmh.fork.Failover;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.results.SingleShotResult;

/**
 * Figures of a change of the primary as results of JMH: the write outage in place of JMH's own time
 * of the method, the others as secondary results in ms and writes. What was not observed is NaN. If
 * {@code not.recovered} is not 0, score and write outage are lower bounds.
 */
public final class FailoverFiguresProfiler implements InternalProfiler {
  @Override
  public String getDescription() {
    return "Figures of a change of the primary, its write outage as the score";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {}

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    Repetition repetition = Failover.latest();
    if (repetition == null) {
      return List.of();
    }
    Double outage = repetition.figures().writeOutageOrBoundMs();
    long nanos = Math.round(1e6 * Objects.requireNonNullElse(outage, 0.0));
    Result<?> score =
        new SingleShotResult(ResultRole.PRIMARY, "downtime", nanos, benchmark.getTimeUnit());
    result.addResult(score);
    // With a second one, JMH keeps them in a list that can be changed.
    result.getRawPrimaryResults().removeIf(other -> other != score);
    return secondary(repetition);
  }

  static List<Result<?>> secondary(Repetition repetition) {
    FailoverFigures figures = repetition.figures();
    Stream<Result<?>> main =
        Stream.of(
            result("detection", figures.detectionMs(), "ms"),
            result("write.outage", figures.writeOutageOrBoundMs(), "ms"),
            result(
                "not.recovered",
                FailoverFigures.WRITE_OUTAGE.ended().test(figures) ? 0 : 1,
                "trials"),
            result("server.outage", figures.serverOutageMs(), "ms"),
            result("path", figures.pathMs(), "ms"),
            result("client.added", figures.clientAddedMs(), "ms"),
            result(
                "errors",
                repetition.errors().stream().mapToLong(ErrorCount::count).sum(),
                "attempts"),
            result("lost", figures.lostWrites(), "writes"));
    Stream<Result<?>> ambiguous =
        Stream.ofNullable(figures.ledger())
            .map(FailoverFigures.LedgerCounts::ambiguousWrites)
            .flatMap(
                some ->
                    Stream.of(
                        result("ambiguous.applied", some.applied(), "writes"),
                        result("ambiguous.not.applied", some.notApplied(), "writes")));
    return Stream.concat(main, ambiguous).toList();
  }

  private static Result<?> result(String name, @Nullable Number value, String unit) {
    return new ScalarResult(
        "failover." + name,
        value == null ? Double.NaN : value.doubleValue(),
        unit,
        AggregationPolicy.AVG);
  }
}
