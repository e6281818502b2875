package io.github.bmt4j.engine.failover;

import io.github.bmt4j.analysis.failover.RepetitionJudgement;
import io.github.bmt4j.analysis.failover.Summary;
import io.github.bmt4j.fault.Fault;
import io.github.bmt4j.fault.FaultOption;
import io.github.bmt4j.fault.FaultOptions;
import io.github.bmt4j.fault.Faults;
import io.github.bmt4j.result.Environment;
import io.github.bmt4j.result.FailoverFigures.Repetition;
import io.github.bmt4j.result.FailoverResult;
import io.github.bmt4j.scenario.FailoverScenario;
import io.github.bmt4j.target.JdbcUrl;
import io.github.bmt4j.target.TargetSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The stored form of a failover run. */
final class Results {
  private Results() {}

  static FailoverResult of(
      FailoverOrder order,
      String id,
      Instant startedAt,
      Environment environment,
      List<String> warnings,
      List<Repetition> repetitions) {
    return new FailoverResult(
        FailoverResult.SCHEMA,
        id,
        startedAt,
        RepetitionJudgement.overall(repetitions, order.repeat()),
        warnings,
        scenario(order),
        environment,
        Summary.block(repetitions));
  }

  static FailoverScenario scenario(FailoverOrder order) {
    FailoverOrder.Outside outside = order.outside();
    FailoverOrder.Load load = order.load();
    FailoverOrder.Times times = order.times();
    return new FailoverScenario(
        target(order.target()),
        order.ha().word(),
        outside == null ? fault(order) : "trigger",
        // A command may hold secrets: its program's name says enough.
        outside == null ? null : outside.trigger().split("\\s+", 2)[0],
        order.settings(),
        load.writesPerSecond(),
        load.readsPerSecond(),
        load.connectsPerSecond(),
        load.mostWorkers(),
        order.replicas(),
        order.semiSync(),
        order.faultOptions().promotionDelay().toMillis(),
        order.repeat(),
        times.baseline().toNanos() / 1e9,
        times.stall().toMillis(),
        times.settle().toMillis(),
        times.deadline().toMillis(),
        times.deadline().toMillis());
  }

  private static String target(TargetSpec spec) {
    if (spec instanceof TargetSpec.External external) {
      return JdbcUrl.redacted(external.url());
    }
    return spec instanceof TargetSpec.Local ? "local" : "embedded";
  }

  /** The fault's name, and the options that it takes as the command line has them. */
  private static String fault(FailoverOrder order) {
    Fault fault = Faults.byName(order.fault());
    String options =
        fault.takes().stream()
            .sorted()
            .map(option -> option.word() + value(option, order.faultOptions()))
            .collect(Collectors.joining(" "));
    return (fault.name() + " " + options).strip();
  }

  private static String value(FaultOption option, FaultOptions options) {
    return switch (option) {
      case PROMOTION_DELAY -> time(options.promotionDelay());
      case DURATION -> time(options.duration());
      case LATENCY -> time(options.latency());
      case JITTER -> time(options.jitter());
      case LAG -> time(options.lag());
      case RETURN_AFTER -> time(options.returnAfter());
      case KILL_SESSIONS -> "=" + (options.killSessions() ? "on" : "off");
    };
  }

  private static String time(Duration time) {
    return String.format(Locale.ROOT, "=%dms", time.toMillis());
  }
}
