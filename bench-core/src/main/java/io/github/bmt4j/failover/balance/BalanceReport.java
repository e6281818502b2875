package io.github.bmt4j.failover.balance;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.line;
import static io.github.bmt4j.report.Lines.words;
import static io.github.bmt4j.report.Numbers.count;
import static io.github.bmt4j.report.Numbers.millis;
import static io.github.bmt4j.report.Numbers.number;
import static io.github.bmt4j.report.Numbers.percent;
import static io.github.bmt4j.report.Numbers.seconds;

import com.google.auto.service.AutoService;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.Figure;
import io.github.bmt4j.experiment.Figure.Better;
import io.github.bmt4j.experiment.ResultKind;
import io.github.bmt4j.failover.FailoverReport;
import io.github.bmt4j.failover.balance.BalanceFigures.Load;
import io.github.bmt4j.failover.balance.BalanceFigures.Loads;
import io.github.bmt4j.failover.balance.BalanceFigures.Moments;
import io.github.bmt4j.failover.balance.BalanceFigures.PhaseValues;
import io.github.bmt4j.failover.balance.BalanceFigures.Returned;
import io.github.bmt4j.failover.balance.BalanceFigures.Served;
import io.github.bmt4j.failover.figures.FailoverFigures.Stuck;
import io.github.bmt4j.report.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A run of {@code bmt balance} as text: what runs, before it begins; what came out, at the end. */
@AutoService(ResultKind.class)
@SuppressWarnings("rawtypes") // The service is generic.
public final class BalanceReport extends ResultKind<BalanceResult> {
  public BalanceReport() {
    super(BalanceResult.KIND, BalanceResult.class, "balance");
  }

  @Override
  protected List<Figure> compared(BalanceResult result) {
    BalanceFigures figures = result.balance();
    PhaseValues operations = figures.jain().operations();
    return List.of(
        new Figure("evenness before", operations.before(), "", Better.HIGHER),
        new Figure("evenness after", operations.after(), "", Better.HIGHER),
        Figure.of(
            "rebalance time",
            "ms",
            Stream.of(figures).filter(one -> one.returned() != null).toList(),
            one -> one.rebalanceMs() != null,
            BalanceFigures::rebalanceOrBoundMs));
  }

  @Override
  protected String head(BalanceResult result) {
    return head(result.scenario(), result.environment());
  }

  /** What is about to run, on what. */
  static String head(BalanceScenario scenario, Environment environment) {
    return FailoverReport.head(
            "balance by " + scenario.ha(),
            environment,
            ", " + counted(scenario.replicas(), "replica"),
            scenario.ha(),
            scenario.settings())
        + line(
            "load     %s writes/s, %s reads/s of %,d ms, open loop",
            seconds(scenario.writesPerSecond()),
            seconds(scenario.readsPerSecond()),
            scenario.readMillis())
        + line("loss     %s", loss(scenario));
  }

  @Override
  protected String figures(BalanceResult result, int columns) {
    BalanceFigures figures = result.balance();
    Stuck stuck = figures.stuck();
    return loads(figures, columns)
        + rebalance(figures)
        + readsOffPrimary(figures.readsOffPrimary())
        + (stuck.operations() == 0
            ? ""
            : line(
                "  stuck      %s at the end, the oldest for %s ms",
                counted(stuck.operations(), "operation"), millis(stuck.oldestMs())))
        + "\n"
        + BalanceChart.of(figures, columns)
        + "\n"
        + served(figures, columns);
  }

  @Override
  protected List<String> changes(BalanceResult result) {
    return result.advice();
  }

  private static String loss(BalanceScenario scenario) {
    Double away = scenario.returnAfterSeconds();
    return away == null
        ? words("none; %s s of load", seconds(scenario.beforeSeconds() + scenario.timeSeconds()))
        : words(
            "after %s s of load a replica is killed, started again %s s later, and watched for %s s",
            seconds(scenario.beforeSeconds()), seconds(away), seconds(scenario.timeSeconds()));
  }

  /** A line for each server, and their evenness: what each had to do, phase by phase. */
  private static String loads(BalanceFigures figures, int columns) {
    List<Row> rows = new ArrayList<>();
    figures
        .perServer()
        .forEach(
            (name, server) ->
                rows.add(
                    new Row(
                        name + (server.primary() ? " (primary)" : ""),
                        phase ->
                            cells(
                                phase.ms(),
                                phase.load(server.operations()),
                                phase.load(server.connections())))));
    rows.add(
        new Row(
            "evenness (Jain)",
            phase ->
                List.of(
                    "",
                    number("%.3f", phase.value(figures.jain().operations())),
                    number("%.3f", phase.value(figures.jain().connections())))));
    Table<Row> table =
        new Table<Row>(columns)
            .column("  " + String.join(", ", figures.probes()) + "s", -20, 0, r -> "  " + r.name());
    for (Phase phase : Phase.of(figures.moments())) {
      table
          .column(phase.name() + "\nok/s", 8, 0, row -> row.cells().apply(phase).get(0))
          .column("share", 7, 0, row -> row.cells().apply(phase).get(1))
          .column("conns", 7, 1, row -> row.cells().apply(phase).get(2));
    }
    return table.text(rows);
  }

  private static List<String> cells(
      double ms, @Nullable Load operations, @Nullable Load connections) {
    return List.of(
        operations == null || ms <= 0 ? "-" : words("%,.1f", 1e3 * operations.count() / ms),
        operations == null ? "-" : percent(1, operations.share()),
        connections == null ? "-" : words("%,.1f", connections.count()));
  }

  /** What the application got of each probe. */
  private static String served(BalanceFigures figures, int columns) {
    Map<String, Served> rows = new LinkedHashMap<>();
    figures
        .served()
        .forEach(
            (probe, phases) -> {
              add(rows, probe + " before", phases.before());
              add(rows, probe + " during", phases.during());
              add(rows, probe + " after", phases.after());
            });
    return new Table<Map.Entry<String, Served>>(columns)
        .column("  times in ms", -18, 0, row -> "  " + row.getKey())
        .column("ok", 7, 0, row -> count(row.getValue().ok()))
        .column("failed", 6, 0, row -> count(row.getValue().failed()))
        .column("unknown", 7, 0, row -> count(row.getValue().unknown()))
        .column("unserved", 8, 0, row -> count(row.getValue().unserved()))
        .column("at once", 7, 2, row -> words("%,.1f", row.getValue().underWay()))
        .column("p50", 9, 1, row -> millis(row.getValue().p50Ms()))
        .column("p99", 9, 0, row -> millis(row.getValue().p99Ms()))
        .column("largest", 9, 0, row -> millis(row.getValue().largestMs()))
        .column("gap", 8, 0, row -> millis(row.getValue().longestGapMs()))
        .text(List.copyOf(rows.entrySet()));
  }

  private static void add(Map<String, Served> rows, String name, @Nullable Served served) {
    if (served != null) {
      rows.put(name, served);
    }
  }

  private static String rebalance(BalanceFigures figures) {
    Returned returned = figures.returned();
    if (returned == null) {
      return "";
    }
    Double rebalance = figures.rebalanceMs();
    Double idle = returned.idleMs();
    String fair = percent(1, returned.fairShare());
    return (rebalance == null
            ? line(
                "  rebalance  %s did not get 80 %% of its fair share of %s for good within %.1f s of its return",
                returned.server(), fair, returned.observedMs() / 1e3)
            : line(
                "  rebalance  %s had 80 %% of its fair share of %s %.1f s after its return (steps of %.0f s)",
                returned.server(), fair, rebalance / 1e3, figures.resolutionMs() / 1e3))
        + line(
            "  returned   %s; %s of the operations in the last 10 s",
            idle == null ? "took no operation" : words("idle for %.1f s", idle / 1e3),
            percent(1, returned.shareAtEnd()));
  }

  private static String readsOffPrimary(@Nullable PhaseValues off) {
    if (off == null) {
      return "";
    }
    Double during = off.during();
    Double after = off.after();
    return line(
        "  primary    %s of the reads left it%s%s",
        percent(1, off.before()),
        during == null ? "" : " before, " + percent(1, during) + " during",
        after == null ? "" : ", " + percent(1, after) + " after");
  }

  /** A line of the table of loads. */
  private record Row(String name, Function<Phase, List<String>> cells) {}

  /** A phase that there was. */
  private record Phase(String name, double ms) {
    private static final String DURING = "during";
    private static final String AFTER = "after";

    static List<Phase> of(Moments moments) {
      double end = moments.endMs();
      double lost = Objects.requireNonNullElse(moments.lostMs(), end);
      double returned = Objects.requireNonNullElse(moments.returnedMs(), end);
      List<Phase> phases = new ArrayList<>(List.of(new Phase("before", lost)));
      if (moments.lostMs() != null) {
        phases.add(new Phase(DURING, returned - lost));
      }
      if (moments.returnedMs() != null) {
        phases.add(new Phase(AFTER, end - returned));
      }
      return phases;
    }

    private <V> @Nullable V of(@Nullable V before, @Nullable V during, @Nullable V after) {
      return name.equals(DURING) ? during : name.equals(AFTER) ? after : before;
    }

    @Nullable Load load(Loads loads) {
      return of(loads.before(), loads.during(), loads.after());
    }

    @Nullable Double value(PhaseValues values) {
      return of(values.before(), values.during(), values.after());
    }
  }
}
