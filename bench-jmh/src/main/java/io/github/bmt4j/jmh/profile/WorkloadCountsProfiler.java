package io.github.bmt4j.jmh.profile;

import io.github.bmt4j.jmh.fork.WorkloadClient;
import io.github.bmt4j.jmh.fork.WorkloadClient.Counts;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Statements and retries for each transaction of a workload, over all transactions of an iteration.
 * JMH's own counters of threads take in transactions that JMH does not measure, at the end of an
 * iteration while other threads still work, and so say too much.
 */
public final class WorkloadCountsProfiler implements InternalProfiler {
  private Counts before = new Counts(0, 0, 0);

  @Override
  public String getDescription() {
    return "Statements and retries of a workload's transactions";
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
    return List.of(
        perTransaction("statements", now.statements() - before.statements(), transactions),
        perTransaction("retries", now.retries() - before.retries(), transactions));
  }

  private static ScalarResult perTransaction(String name, long count, long transactions) {
    return new ScalarResult(name, (double) count / transactions, "#/op", AggregationPolicy.AVG);
  }
}
