package io.github.bmt4j.failover;

import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.Head;
import io.github.bmt4j.failover.fault.Fault;
import io.github.bmt4j.failover.fault.FaultOption;
import io.github.bmt4j.failover.figures.FailoverFigures;
import io.github.bmt4j.failover.figures.FailoverFigures.Repetition;
import io.github.bmt4j.failover.figures.RepetitionJudgement;
import io.github.bmt4j.failover.figures.Summary;
import io.github.bmt4j.jdbc.JdbcUrl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The stored form of a failover run. */
final class FailoverResults {
  private FailoverResults() {}

  static FailoverResult of(
      FailoverOrder order,
      Head head,
      Environment environment,
      List<String> warnings,
      List<Repetition> repetitions) {
    return new FailoverResult(
        FailoverResult.SCHEMA,
        head.id(),
        head.startedAt(),
        RepetitionJudgement.overall(repetitions, order.repeat()),
        warnings,
        scenario(order),
        environment,
        Summary.block(repetitions),
        failedChecks(repetitions, order.maxWriteOutage()));
  }

  /** What an otherwise VALID result fails: lost writes, and a write outage over the limit. */
  private static List<String> failedChecks(
      List<Repetition> repetitions, @Nullable Duration maxWriteOutage) {
    List<String> failed = new ArrayList<>();
    for (Repetition repetition : repetitions) {
      FailoverFigures figures = repetition.figures();
      if (figures.lostWrites() != null && figures.lostWrites() > 0) {
        failed.add(
            String.format(
                Locale.ROOT,
                "repetition %d lost %,d acknowledged writes",
                repetition.number(),
                figures.lostWrites()));
      }
      Double outage =
          figures.writeOutageMs() == null
              ? figures.writeOutageAtLeastMs()
              : figures.writeOutageMs();
      if (maxWriteOutage != null && outage != null && outage > maxWriteOutage.toNanos() / 1e6) {
        failed.add(
            String.format(
                Locale.ROOT,
                "repetition %d had a write outage of %,.0f ms, and --max-write-outage is %,d ms",
                repetition.number(),
                outage,
                maxWriteOutage.toMillis()));
      }
    }
    return failed;
  }

  /** Absent where bmt does not promote. */
  private static @Nullable Long promotionDelayMillis(FailoverOrder order) {
    return order.outside() == null
            && Fault.byName(order.fault()).takes().contains(FaultOption.PROMOTION_DELAY)
        ? (Long) order.faultOptions().get(FaultOption.PROMOTION_DELAY).toMillis()
        : null;
  }

  static FailoverScenario scenario(FailoverOrder order) {
    FailoverOrder.Outside outside = order.outside();
    ProbeLoad load = order.load();
    TrialTimes times = order.times();
    return new FailoverScenario(
        order.target().word(),
        order.start().serverOptions(),
        order.ha().word(),
        outside == null ? order.faultOptions().text(Fault.byName(order.fault())) : "trigger",
        // The command itself may hold secrets.
        outside == null ? null : outside.manual() ? "manual" : "command",
        outside == null ? null : (Long) outside.triggerPatience().toMillis(),
        outside == null ? null : outside.nodes(),
        outside == null || outside.readUrl() == null ? null : JdbcUrl.redacted(outside.readUrl()),
        order.settings(),
        load.writesPerSecond(),
        load.readsPerSecond(),
        load.connectsPerSecond(),
        load.mostWorkers(),
        outside == null ? order.topology().name() : null,
        outside == null ? (Integer) order.topology().replicas() : null,
        outside == null ? (Boolean) order.topology().semiSync() : null,
        promotionDelayMillis(order),
        order.repeat(),
        times.baseline().toNanos() / 1e9,
        times.stall().toMillis(),
        times.settle().toMillis(),
        times.deadline().toMillis(),
        times.deadline().toMillis(),
        order.maxWriteOutage() == null ? null : (Long) order.maxWriteOutage().toMillis());
  }
}
