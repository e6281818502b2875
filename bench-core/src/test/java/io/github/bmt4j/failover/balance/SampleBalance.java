package io.github.bmt4j.failover.balance;

import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.experiment.SampleResults;
import io.github.bmt4j.failover.balance.BalanceFigures.Phases;
import io.github.bmt4j.failover.balance.BalanceFigures.Slice;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Results of spread loads, made up by hand, for tests of their forms. */
final class SampleBalance {
  private SampleBalance() {}

  /** node3 of two replicas is lost, comes back, and gets its share again 25 s after its return. */
  static BalanceResult rebalanced() {
    return SampleResults.read("balance", BalanceResult.class);
  }

  /** The same with its share back at once, and without reads while it was away. */
  static BalanceResult rebalancedAtOnce() {
    BalanceFigures figures =
        Made.like(rebalanced().balance())
            .set("rebalanceMs", 0)
            .set("readsOffPrimary", new Phases<>(1.0, null, 1.0))
            .record();
    return Made.like(rebalanced()).set("balance", figures).record();
  }

  /** Nothing is lost; the load was even for 200 s. */
  static BalanceResult without() {
    List<Slice> slices =
        IntStream.range(0, 200)
            .mapToObj(
                second ->
                    new Slice(
                        second * 1e3,
                        (second + 1) * 1e3,
                        Map.of("node2", 100L, "node3", 100L),
                        Map.of()))
            .toList();
    BalanceResult result = SampleResults.read("balance-without", BalanceResult.class);
    BalanceFigures figures = Made.like(result.balance()).set("slices", slices).record();
    return Made.like(result).set("balance", figures).record();
  }
}
