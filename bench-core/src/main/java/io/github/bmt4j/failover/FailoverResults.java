package io.github.bmt4j.failover;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.Head;
import io.github.bmt4j.failover.client.AuditPlan;
import io.github.bmt4j.failover.fault.Fault;
import io.github.bmt4j.failover.figures.Durability;
import io.github.bmt4j.failover.figures.FailoverFigures;
import io.github.bmt4j.failover.figures.FailoverFigures.Repetition;
import io.github.bmt4j.failover.figures.RepetitionJudgement;
import io.github.bmt4j.failover.figures.Summary;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.sampling.ServerSeries;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The stored form of a failover run. */
final class FailoverResults {
  private FailoverResults() {}

  static FailoverResult of(
      FailoverOrder order,
      Head head,
      Environment environment,
      List<String> warnings,
      List<Repetition> repetitions,
      List<ServerSeries> series) {
    return new FailoverResult(
        head.id(),
        head.startedAt(),
        RepetitionJudgement.overall(repetitions, order.repeat()),
        warnings,
        scenario(order),
        environment,
        Summary.block(repetitions, scenario(order).outages()),
        failedChecks(repetitions, order.maxWriteOutage()),
        series);
  }

  /** Failed checks of a VALID result: losses, what did not recover or end, and limits. */
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
      Durability durability = repetition.durability();
      if (durability != null && !durability.holds()) {
        failed.add(words("repetition %d: %s", repetition.number(), durability.text()));
      }
      if (figures.hasSeveralTakers()) {
        failed.add(
            words(
                "repetition %d: %d servers take writes at the end",
                repetition.number(), figures.takersAtEnd()));
      }
      if (figures.stuck() != null && figures.stuck().operations() > 0) {
        failed.add(words("repetition %d: %s", repetition.number(), figures.stuck().words()));
      }
      if (!figures.unrecovered().isEmpty()) {
        failed.add(
            words(
                "repetition %d: %s had not recovered after %.1f s",
                repetition.number(),
                String.join(", ", figures.unrecovered()),
                figures.windowMs() / 1e3));
      }
      if (maxWriteOutage != null) {
        longerThan(maxWriteOutage, repetition).ifPresent(failed::add);
      }
    }
    return failed;
  }

  private static Optional<String> longerThan(Duration most, Repetition repetition) {
    FailoverFigures figures = repetition.figures();
    Double outage = figures.writeOutageOrBoundMs();
    Double degraded = figures.degradedOrBoundMs();
    boolean recovered = figures.haveWritesRecovered();
    double limit = recovered ? most.toNanos() / 1e6 : 0;
    boolean stopped = outage != null && outage > limit;
    if (!stopped && (degraded == null || degraded <= limit)) {
      return Optional.empty();
    }
    return Optional.of(
        words(
            "repetition %d had %s of %s%,.0f ms, and --max-write-outage is %,d ms",
            repetition.number(),
            stopped ? "a write outage" : "a degraded time",
            recovered ? "" : "at least ",
            stopped ? outage : degraded,
            most.toMillis()));
  }

  /** Absent where bmt does not promote. */
  private static @Nullable Long promotionDelayMillis(FailoverOrder order) {
    return order.outside() == null
            && Fault.byName(order.fault()).takes().contains(Fault.PROMOTION_DELAY)
        ? (Long) order.faultOptions().get(Fault.PROMOTION_DELAY).toMillis()
        : null;
  }

  static FailoverScenario scenario(FailoverOrder order) {
    FailoverOrder.Outside outside = order.outside();
    ProbeLoad load = order.load();
    TrialTimes times = order.times();
    AuditPlan audit = load.audit();
    return new FailoverScenario(
        order.target().word(),
        order.start().serverOptions(),
        order.ha().word(),
        load.readHa() == null ? null : load.readHa().word(),
        outside == null ? Fault.byName(order.fault()).text(order.faultOptions()) : "trigger",
        Fault.HOLD.given(order.faultOptions()),
        // The command itself may hold secrets.
        outside == null ? null : outside.manual() ? "manual" : "command",
        outside == null ? null : (Long) outside.triggerPatience().toMillis(),
        outside == null ? null : outside.nodes(),
        outside == null || outside.readUrl() == null ? null : JdbcUrl.redacted(outside.readUrl()),
        order.settings(),
        load.writesPerSecond(),
        load.readsPerSecond(),
        load.connectsPerSecond(),
        load.writeTime().toMillis(),
        load.onePool(),
        load.mostWorkers(),
        outside == null ? order.topology().text() : null,
        outside == null ? (Integer) order.topology().replicas() : null,
        null,
        promotionDelayMillis(order),
        order.repeat(),
        times.baseline().toNanos() / 1e9,
        times.stall().toMillis(),
        times.settle().toMillis(),
        times.deadline().toMillis(),
        times.deadline().toMillis(),
        order.maxWriteOutage() == null ? null : (Long) order.maxWriteOutage().toMillis(),
        audit == null ? null : audit.workload(),
        audit == null ? null : (Integer) audit.scale(),
        audit == null ? null : (Integer) audit.sessions(),
        order.sampled());
  }
}
