package io.github.bmt4j.failover.balance;

import io.github.bmt4j.clock.Percentiles;
import io.github.bmt4j.failover.balance.BalanceFigures.Phases;
import io.github.bmt4j.failover.balance.BalanceFigures.Served;
import io.github.bmt4j.failover.figures.Millis;
import io.github.bmt4j.failover.figures.Operation;
import io.github.bmt4j.failover.figures.Operations;
import io.github.bmt4j.failover.figures.ProbeKind;
import io.github.bmt4j.failover.figures.Stuck;
import io.github.bmt4j.outcome.Outcome;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** The service that an application got. */
record Service(BalanceEvidence evidence, Operations operations) {

  /** By the name of the probe; probes that did not run are left out. */
  Map<String, Phases<Served>> byProbe() {
    Map<String, Phases<Served>> served = new TreeMap<>();
    for (ProbeKind probe : ProbeKind.values()) {
      if (evidence.ran(probe)) {
        served.put(probe.word(), BalancePhase.all(evidence).map(phase -> served(probe, phase)));
      }
    }
    return served;
  }

  Stuck stuck() {
    return Stuck.of(operations.all(), evidence.endNanos(), evidence.stallNanos());
  }

  private Served served(ProbeKind probe, BalancePhase phase) {
    List<Operation> own = operations.of(probe);
    List<Operation> ended = own.stream().filter(one -> phase.holds(one.endNanos())).toList();
    List<Operation> ok = ended.stream().filter(Operation::ok).toList();
    Histogram response = new Histogram(3);
    ok.forEach(operation -> response.recordValue(Math.max(0, operation.responseNanos())));
    long failed = ended.stream().filter(one -> one.outcome() == Outcome.FAILED).count();
    long unknown = ended.stream().filter(one -> one.outcome() == Outcome.UNKNOWN).count();
    long unserved = due(own, phase).stream().filter(Operation::unserved).count();
    long stuck = due(own, phase).stream().filter(Operation::stuck).count();
    long missing = failed + unknown + unserved + stuck;
    OptionalLong largest = ok.stream().mapToLong(Operation::responseNanos).max();
    return new Served(
        ok.size(),
        failed,
        unknown,
        unserved,
        underWay(probe, phase),
        Percentiles.percentile(response, missing, 50),
        Percentiles.percentile(response, missing, 99),
        largest.isPresent() ? (Double) Millis.of(largest.getAsLong()) : null,
        Millis.of(longestGap(ok, phase)));
  }

  private static List<Operation> due(List<Operation> operations, BalancePhase phase) {
    return operations.stream().filter(one -> phase.holds(one.intendedNanos())).toList();
  }

  /** Of each attempt: one that is retried had its own time. */
  private double underWay(ProbeKind probe, BalancePhase phase) {
    long sum =
        evidence.client().operations().stream()
            .filter(one -> one.probe() == probe && !one.unserved())
            .mapToLong(one -> within(phase, one))
            .sum();
    return Math.round(1e3 * sum / Math.max(1, phase.toNanos() - phase.fromNanos())) / 1e3;
  }

  /** Time of a phase in which an operation was under way. */
  private static long within(BalancePhase phase, Operation one) {
    return Math.max(
        0,
        (one.stuck() ? phase.toNanos() : Math.min(one.endNanos(), phase.toNanos()))
            - Math.max(one.startNanos(), phase.fromNanos()));
  }

  private static long longestGap(List<Operation> ok, BalancePhase phase) {
    long longest = 0;
    long last = phase.fromNanos();
    for (long end : ok.stream().mapToLong(Operation::endNanos).sorted().toArray()) {
      longest = Math.max(longest, end - last);
      last = end;
    }
    return Math.max(longest, phase.toNanos() - last);
  }
}
