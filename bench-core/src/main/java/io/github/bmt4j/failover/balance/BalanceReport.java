package io.github.bmt4j.failover.balance;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.words;
import static io.github.bmt4j.report.Numbers.count;
import static io.github.bmt4j.report.Numbers.duration;
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
import io.github.bmt4j.report.Description;
import io.github.bmt4j.report.Fact;
import io.github.bmt4j.report.Grid;
import io.github.bmt4j.report.Setup;
import io.github.bmt4j.report.Sketch;
import io.github.bmt4j.report.Table;
import io.github.bmt4j.report.Tone;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A run of {@code bmt balance} for people: what runs, before it begins; what came out, at the end.
 */
@AutoService(ResultKind.class)
@SuppressWarnings("rawtypes") // The service is generic.
public final class BalanceReport extends ResultKind<BalanceResult> {
  public BalanceReport() {
    super(BalanceResult.KIND, BalanceResult.class, BalanceResult.SCHEMA, "balance");
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

  /** What is about to run, on what. */
  static Setup setup(BalanceScenario scenario, Environment environment) {
    List<Fact> facts =
        FailoverReport.facts(
            environment,
            FailoverReport.servers(scenario.topology(), scenario.replicas()),
            scenario.ha(),
            scenario.settings());
    facts.add(
        new Fact(
            "load",
            words(
                "%s writes/s, %s reads/s of %,d ms, open loop",
                seconds(scenario.writesPerSecond()),
                seconds(scenario.readsPerSecond()),
                scenario.readMillis())));
    facts.add(new Fact("loss", loss(scenario)));
    return new Setup(on("balance by " + scenario.ha(), environment), facts);
  }

  @Override
  protected Description.Builder describe(BalanceResult result, @Nullable Path folder) {
    BalanceFigures figures = result.balance();
    boolean uneven = figures.returned() != null && figures.rebalanceMs() == null;
    Description.Builder built =
        new Description.Builder(setup(result.scenario(), result.environment()))
            .headline(headline(figures), uneven ? Tone.WARN : Tone.PLAIN)
            .card("evenness before", number("%.3f", figures.jain().operations().before()), "Jain");
    gap(figures).ifPresent(ms -> built.card("longest time without success", duration(ms), ""));
    if (figures.returned() != null) {
      built.card("rebalance time", rebalanceTime(figures), "after the return");
    }
    built.figure(loads(figures));
    rebalance(figures, built);
    readsOffPrimary(figures.readsOffPrimary(), built);
    Stuck stuck = figures.stuck();
    if (stuck.operations() > 0) {
      built.fact(
          "stuck",
          words(
              "%s at the end, the oldest for %s ms",
              counted(stuck.operations(), "operation"), millis(stuck.oldestMs())));
    }
    built.figure(new Sketch(columns -> "\n" + BalanceSketch.of(figures, columns) + "\n"));
    built.figure(served(figures));
    BalanceCharts.of(figures).forEach(built::figure);
    result.advice().forEach(advice -> built.finding(advice.finding("")));
    return built;
  }

  /** A sentence on evenness, and on the effect of the loss of a server on the application. */
  private static String headline(BalanceFigures figures) {
    List<String> names = new ArrayList<>();
    List<String> shares = new ArrayList<>();
    figures
        .perServer()
        .forEach(
            (name, server) -> {
              Load before = server.operations().before();
              if (server.shares() && before != null && before.share() != null) {
                names.add(name);
                shares.add(words("%.0f", 100 * before.share()));
              }
            });
    Moments moments = figures.moments();
    Returned returned = figures.returned();
    StringBuilder text =
        new StringBuilder(
            names.isEmpty()
                ? "Nothing was read"
                : words(
                    "Reads were spread %s %% over %s",
                    String.join("/", shares), String.join(", ", names)));
    if (moments.lostServer() != null) {
      gap(figures)
          .ifPresent(
              ms ->
                  text.append(
                      words(
                          "; after the loss of %s none succeeded for %s",
                          moments.lostServer(), duration(ms))));
    }
    if (returned != null) {
      text.append(
          figures.rebalanceMs() == null
              ? words(
                  "; %s did not get its share back within %s of its return",
                  returned.server(), duration(returned.observedMs()))
              : words(
                  "; %s had its share back %s after its return",
                  returned.server(), rebalanceTime(figures)));
    }
    return text.toString();
  }

  /** The longest time without success while a server was away, of the probes that are spread. */
  private static OptionalDouble gap(BalanceFigures figures) {
    return figures.probes().stream()
        .map(probe -> figures.served().get(probe))
        .filter(phases -> phases != null && phases.during() != null)
        .mapToDouble(phases -> Objects.requireNonNull(phases.during()).longestGapMs())
        .max();
  }

  /** The rebalance time, or how long it is at least. */
  private static String rebalanceTime(BalanceFigures figures) {
    Double ms = figures.rebalanceOrBoundMs();
    return ms == null ? "-" : (figures.rebalanceMs() == null ? ">= " : "") + duration(ms);
  }

  private static String loss(BalanceScenario scenario) {
    Double away = scenario.returnAfterSeconds();
    return away == null
        ? words("none; %s s of load", seconds(scenario.beforeSeconds() + scenario.timeSeconds()))
        : words(
            "after %s s of load a replica is killed, started again %s s later, and watched for %s"
                + " s",
            seconds(scenario.beforeSeconds()), seconds(away), seconds(scenario.timeSeconds()));
  }

  /** A line for each server, and their evenness: what each had to do, phase by phase. */
  private static Grid loads(BalanceFigures figures) {
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
        new Table<Row>().column(String.join(", ", figures.probes()) + "s", -18, 0, Row::name);
    for (Phase phase : Phase.of(figures.moments())) {
      table
          .column(phase.name() + "\nok/s", 8, 0, row -> row.cells().apply(phase).get(0))
          .column("share", 7, 0, row -> row.cells().apply(phase).get(1))
          .column("conns", 7, 1, row -> row.cells().apply(phase).get(2));
    }
    return table.grid("Servers", rows);
  }

  private static List<String> cells(
      double ms, @Nullable Load operations, @Nullable Load connections) {
    return List.of(
        operations == null || ms <= 0 ? "-" : words("%,.1f", 1e3 * operations.count() / ms),
        operations == null ? "-" : percent(1, operations.share()),
        connections == null ? "-" : words("%,.1f", connections.count()));
  }

  /** What the application got of each probe. */
  private static Grid served(BalanceFigures figures) {
    Map<String, Served> rows = new LinkedHashMap<>();
    figures
        .served()
        .forEach(
            (probe, phases) -> {
              add(rows, probe + " before", phases.before());
              add(rows, probe + " during", phases.during());
              add(rows, probe + " after", phases.after());
            });
    return new Table<Map.Entry<String, Served>>()
        .column("times in ms", -16, 0, Map.Entry::getKey)
        .column("ok", 7, 0, row -> count(row.getValue().ok()))
        .column("failed", 6, 0, row -> count(row.getValue().failed()))
        .column("unknown", 7, 0, row -> count(row.getValue().unknown()))
        .column("unserved", 8, 0, row -> count(row.getValue().unserved()))
        .column("at once", 7, 2, row -> words("%,.1f", row.getValue().underWay()))
        .column("p50", 9, 1, row -> millis(row.getValue().p50Ms()))
        .column("p99", 9, 0, row -> millis(row.getValue().p99Ms()))
        .column("largest", 9, 0, row -> millis(row.getValue().largestMs()))
        .column("gap", 8, 0, row -> millis(row.getValue().longestGapMs()))
        .grid("Operations of the application", List.copyOf(rows.entrySet()));
  }

  private static void add(Map<String, Served> rows, String name, @Nullable Served served) {
    if (served != null) {
      rows.put(name, served);
    }
  }

  private static void rebalance(BalanceFigures figures, Description.Builder built) {
    Returned returned = figures.returned();
    if (returned == null) {
      return;
    }
    Double idle = returned.idleMs();
    String fair = percent(1, returned.fairShare());
    built.fact(
        "rebalance",
        figures.rebalanceMs() == null
            ? words(
                "%s: %s did not get 80 %% of its fair share of %s for good within %.1f s of its"
                    + " return",
                rebalanceTime(figures), returned.server(), fair, returned.observedMs() / 1e3)
            : words(
                "%s had 80 %% of its fair share of %s %s after its return (steps of %.0f s)",
                returned.server(), fair, rebalanceTime(figures), figures.resolutionMs() / 1e3));
    built.fact(
        "returned",
        words(
            "%s; %s of the operations in the last 10 s",
            idle == null ? "took no operation" : words("idle for %.1f s", idle / 1e3),
            percent(1, returned.shareAtEnd())));
  }

  private static void readsOffPrimary(@Nullable PhaseValues off, Description.Builder built) {
    if (off != null) {
      Double during = off.during();
      Double after = off.after();
      built.fact(
          "primary",
          words(
              "%s of the reads went to other servers%s%s",
              percent(1, off.before()),
              during == null ? "" : " before, " + percent(1, during) + " during",
              after == null ? "" : ", " + percent(1, after) + " after"));
    }
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
