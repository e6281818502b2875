package io.github.bmt4j.jmh.profile;

import io.github.bmt4j.failover.figures.FailoverFigures;
import io.github.bmt4j.failover.figures.Repetition;
import io.github.bmt4j.failover.figures.Repetition.ErrorCount;
import io.github.bmt4j.jmh.fork.Failover;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
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
    FailoverFigures.LedgerCounts ledger = figures.ledger();
    List<Result<?>> results = new ArrayList<>();
    add(results, "detection", figures.detectionMs(), "ms");
    add(results, "write.outage", figures.writeOutageOrBoundMs(), "ms");
    add(
        results,
        "not.recovered",
        figures.writeOutageMs() == null && figures.writeOutageOrBoundMs() != null ? 1 : 0,
        "trials");
    add(results, "server.outage", figures.serverOutageMs(), "ms");
    add(results, "path", figures.pathMs(), "ms");
    add(results, "client.added", figures.clientAddedMs(), "ms");
    add(
        results,
        "errors",
        repetition.errors().stream().mapToLong(ErrorCount::count).sum(),
        "attempts");
    add(results, "lost", figures.lostWrites(), "writes");
    if (ledger != null) {
      add(results, "ambiguous.applied", ledger.ambiguousWrites().applied(), "writes");
      add(results, "ambiguous.not.applied", ledger.ambiguousWrites().notApplied(), "writes");
    }
    return results;
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
