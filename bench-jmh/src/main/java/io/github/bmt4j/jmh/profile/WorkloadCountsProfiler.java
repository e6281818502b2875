package io.github.bmt4j.jmh.profile;

import io.github.bmt4j.jmh.fork.WorkloadClient;
import io.github.bmt4j.jmh.fork.WorkloadClient.Counts;
import io.github.bmt4j.jmh.fork.WorkloadClient.KindCounts;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Statements and retries for each transaction of a workload, over all transactions of an iteration;
 * and for each kind of transaction, how many an iteration had, and their mean time.
 *
 * <p>JMH's own counters of threads take in transactions that JMH does not measure, at the end of an
 * iteration while other threads still work, and so say too much.
 */
public final class WorkloadCountsProfiler implements InternalProfiler {
  private Counts before = new Counts(0, 0, 0, Map.of());

  @Override
  public String getDescription() {
    return "Statements, retries and kinds of a workload's transactions";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    before = WorkloadClient.counts();
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    Counts now = WorkloadClient.counts();
    long transactions = now.transactions() - before.transactions();
    if (transactions == 0) {
      return List.of();
    }
    List<Result<?>> results = new ArrayList<>();
    results.add(perTransaction("statements", now.statements() - before.statements(), transactions));
    results.add(perTransaction("retries", now.retries() - before.retries(), transactions));
    now.kinds()
        .forEach(
            (kind, counts) ->
                results.addAll(
                    ofKind(
                        kind, counts.minus(before.kinds().getOrDefault(kind, KindCounts.NONE)))));
    return results;
  }

  /** Without transactions the mean is NaN: a result that is left out would be 0 for JMH. */
  private static List<Result<?>> ofKind(String kind, KindCounts growth) {
    // JMH writes names into its JSON as they are.
    String name = kind.replaceAll("[\"\\\\]", "_");
    double micros = growth.nanos() / 1e3 / growth.transactions();
    return List.of(
        new ScalarResult(name + ".count", growth.transactions(), "#", AggregationPolicy.AVG),
        new ScalarResult(name + ".time", micros, "us/op", AggregationPolicy.AVG));
  }

  private static ScalarResult perTransaction(String name, long count, long transactions) {
    return new ScalarResult(name, (double) count / transactions, "#/op", AggregationPolicy.AVG);
  }
}
