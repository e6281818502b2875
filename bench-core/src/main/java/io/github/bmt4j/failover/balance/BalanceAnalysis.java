package io.github.bmt4j.failover.balance;

import io.github.bmt4j.failover.balance.BalanceEvidence.Loss;
import io.github.bmt4j.failover.balance.BalanceEvidence.PoolServer;
import io.github.bmt4j.failover.balance.BalanceFigures.Moments;
import io.github.bmt4j.failover.balance.BalanceFigures.PhaseValues;
import io.github.bmt4j.failover.balance.BalanceFigures.ServerLoad;
import io.github.bmt4j.failover.figures.Millis;
import io.github.bmt4j.failover.figures.Operation;
import io.github.bmt4j.failover.figures.ProbeKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How a load was spread over servers, from what was seen and done. */
final class BalanceAnalysis {
  private final BalanceEvidence evidence;
  private final SpreadOperations operations;

  private BalanceAnalysis(BalanceEvidence evidence) {
    this.evidence = evidence;
    this.operations = new SpreadOperations(evidence);
  }

  /** The figures. */
  static BalanceFigures figures(BalanceEvidence evidence) {
    return new BalanceAnalysis(evidence).figures();
  }

  private BalanceFigures figures() {
    ServerLoads loads = new ServerLoads(evidence, operations);
    Map<String, ServerLoad> perServer = loads.perServer();
    Map<String, String> names = new LinkedHashMap<>();
    perServer.forEach((name, load) -> names.put(load.identity(), name));
    Optional<Rebalance> rebalance = Rebalance.of(evidence, operations);
    Service service = new Service(evidence);
    return new BalanceFigures(
        evidence.spread().stream()
            .sorted()
            .map(probe -> probe.name().toLowerCase(Locale.ROOT))
            .toList(),
        moments(),
        perServer,
        loads.evenness(),
        rebalance.map(Rebalance::millis).orElse(null),
        rebalance.map(Rebalance::returned).orElse(null),
        readsOffPrimary(),
        service.byProbe(),
        service.stuck(),
        Series.slices(evidence, operations, names),
        Millis.of(Rebalance.PIECE_NANOS));
  }

  private Moments moments() {
    Loss loss = evidence.loss();
    return new Moments(
        loss == null ? null : evidence.name(loss.server()),
        loss == null ? null : sinceBegin(loss.lostNanos()),
        loss == null ? null : sinceBegin(loss.returnedNanos()),
        Millis.of(evidence.endNanos() - evidence.fromNanos()));
  }

  private @Nullable PhaseValues readsOffPrimary() {
    List<String> primaries =
        evidence.servers().stream().filter(PoolServer::primary).map(PoolServer::identity).toList();
    return primaries.isEmpty() || !evidence.ran(ProbeKind.READER)
        ? null
        : new PhaseValues(
            offPrimary(primaries, BalancePhase.before(evidence)),
            offPrimary(primaries, BalancePhase.during(evidence)),
            offPrimary(primaries, BalancePhase.after(evidence)));
  }

  private @Nullable Double offPrimary(List<String> primaries, @Nullable BalancePhase phase) {
    if (phase == null) {
      return null;
    }
    List<Operation> reads =
        evidence.client().operations().stream()
            .filter(
                operation ->
                    operation.probe() == ProbeKind.READER
                        && operation.ok()
                        && !operation.server().isEmpty()
                        && phase.holds(operation.endNanos()))
            .toList();
    long off = reads.stream().filter(read -> !primaries.contains(read.server())).count();
    return reads.isEmpty() ? null : (Double) Fairness.rounded((double) off / reads.size());
  }

  private @Nullable Double sinceBegin(@Nullable Long nanos) {
    return nanos == null ? null : (Double) Millis.of(nanos - evidence.fromNanos());
  }
}
