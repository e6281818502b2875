package io.github.bmt4j.jmh.profile;

import io.github.bmt4j.failover.figures.FailoverFigures;
import io.github.bmt4j.failover.figures.FailoverFigures.Repetition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * The figures of a change of the primary as secondary results of its shot: in ms, and in writes.
 * What was not observed is NaN in JMH's words. Where {@code not.recovered} is not 0, the score and
 * the write outage are lower bounds.
 */
public final class FailoverFiguresProfiler implements InternalProfiler {
  private static volatile @Nullable Repetition latest;

  /** Says what the shot that has just ended gave. */
  public static void publish(Repetition repetition) {
    latest = repetition;
  }

  @Override
  public String getDescription() {
    return "Figures of a change of the primary in addition to its downtime";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    latest = null;
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    Repetition repetition = latest;
    if (repetition == null) {
      return List.of();
    }
    FailoverFigures figures = repetition.figures();
    List<Result<?>> results = new ArrayList<>();
    millis(results, "detection", figures.detectionMs());
    millis(results, "write.outage", figures.writeOutageOrBoundMs());
    add(results, "not.recovered", figures.writeOutageAtLeastMs() == null ? 0 : 1, "shots");
    millis(results, "server.outage", figures.serverOutageMs());
    millis(results, "client.added", figures.clientAddedOutageMs());
    long failed = repetition.errors().stream().mapToLong(FailoverFigures.ErrorCount::count).sum();
    writes(results, "errors", failed);
    writes(results, "lost", figures.lostWrites());
    FailoverFigures.AmbiguousWrites ambiguous = figures.ambiguousWrites();
    writes(results, "ambiguous.applied", ambiguous == null ? null : (Long) ambiguous.applied());
    writes(
        results, "ambiguous.not.applied", ambiguous == null ? null : (Long) ambiguous.notApplied());
    return results;
  }

  private static void millis(List<Result<?>> results, String name, @Nullable Double value) {
    add(results, name, value, "ms");
  }

  private static void writes(List<Result<?>> results, String name, @Nullable Long value) {
    add(results, name, value, "writes");
  }

  private static void add(
      List<Result<?>> results, String name, @Nullable Number value, String unit) {
    results.add(
        new ScalarResult(
            "failover." + name,
            value == null ? Double.NaN : value.doubleValue(),
            unit,
            AggregationPolicy.AVG));
  }
}
