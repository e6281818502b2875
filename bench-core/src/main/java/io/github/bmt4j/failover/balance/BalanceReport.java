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
import io.github.bmt4j.failover.balance.BalanceFigures.Load;
import io.github.bmt4j.failover.balance.BalanceFigures.Phases;
import io.github.bmt4j.failover.balance.BalanceFigures.Returned;
import io.github.bmt4j.failover.balance.BalanceFigures.Served;
import io.github.bmt4j.failover.balance.BalanceFigures.ServerLoad;
import io.github.bmt4j.failover.balance.BalanceFigures.Staleness;
import io.github.bmt4j.failover.figures.Stuck;
import io.github.bmt4j.failover.report.FailoverReport;
import io.github.bmt4j.failover.scenario.ChangeScenario;
import io.github.bmt4j.report.Columns;
import io.github.bmt4j.report.Description;
import io.github.bmt4j.report.Fact;
import io.github.bmt4j.report.Grid;
import io.github.bmt4j.report.Setup;
import io.github.bmt4j.report.Sketch;
import io.github.bmt4j.report.Tone;
import io.github.bmt4j.sampling.ServerReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A run of {@code bmt balance} for people: its setup before the start, its figures at the end. */
@AutoService(ResultKind.class)
@SuppressWarnings("rawtypes") // The service is generic.
public final class BalanceReport extends ResultKind<BalanceResult> {
  /** Length from which a time without a write is part of the answer. */
  private static final double LONG_MS = 1_000;

  public BalanceReport() {
    super(BalanceResult.KIND, BalanceResult.class);
  }

  @Override
  protected String work() {
    return "stallMillis|writeMillis|writesPerSecond|readsPerSecond|connectsPerSecond|readMillis";
  }

  @Override
  protected List<Figure> compared(BalanceResult result) {
    BalanceFigures figures = result.balance();
    Phases<Double> operations = figures.jain().operations();
    Phases<Double> off = figures.readsOffPrimary();
    Staleness stale = figures.staleInAll();
    return List.of(
        new Figure("evenness before", operations.before(), "", Better.HIGHER),
        new Figure("evenness after", operations.after(), "", Better.HIGHER),
        Figure.of(
            "rebalance time",
            "ms",
            Better.LOWER,
            Stream.of(figures).filter(one -> one.returned() != null).toList(),
            one -> one.rebalanceMs() != null,
            BalanceFigures::rebalanceOrBoundMs),
        new Figure("reads off the primary", off == null ? null : off.before(), "", Better.HIGHER),
        new Figure("stale reads", stale == null ? null : stale.share(), "", Better.LOWER));
  }

  static Setup setup(BalanceScenario scenario, Environment environment) {
    String found = Objects.requireNonNullElse(scenario.cluster().via(), scenario.ha());
    List<Fact> facts =
        FailoverReport.facts(environment, scenario.cluster(), scenario.ha(), scenario.settings());
    facts.add(
        new Fact(
            "load",
            words(
                "%s writes/s, %s reads/s of %,d ms, open loop",
                seconds(scenario.load().writesPerSecond()),
                seconds(scenario.load().readsPerSecond()),
                scenario.load().readMillis())));
    ChangeScenario.External own = scenario.own();
    if (own != null) {
      facts.add(
          new Fact(
              "nodes",
              String.join(", ", own.nodes())
                  + ", each asked 50 times a second whether it is there, 200 times while writes fail"));
    }
    facts.add(new Fact("loss", own == null ? loss(scenario.times()) : loss(scenario.times(), own)));
    if (!scenario.later().isEmpty()) {
      facts.add(new Fact("return", scenario.later()));
    }
    if (scenario.cluster().hasProxy()) {
      facts.add(new Fact("reads", "HAProxy gives each connection to the replica with the fewest"));
    }
    return new Setup(on("balance by " + found, environment), facts);
  }

  @Override
  protected Description.Builder describe(BalanceResult result, @Nullable Path folder) {
    BalanceFigures figures = result.balance();
    boolean uneven = figures.returned() != null && figures.rebalanceMs() == null;
    Description.Builder built =
        new Description.Builder(setup(result.scenario(), result.environment()))
            .headline(headline(figures), uneven ? Tone.WARN : Tone.PLAIN)
            .card("evenness before", number("%.3f", figures.jain().operations().before()), "Jain");
    if (figures.moments().lostServer() != null) {
      built.card("longest time without a read", duration(gap(figures, "reader")), "");
    }
    if (figures.returned() != null) {
      built.card("rebalance time", rebalanceTime(figures), "after the return");
    }
    Phases<Double> off = figures.readsOffPrimary();
    if (off != null) {
      built.card("reads off the primary", percent(1, off.before()), "");
    }
    Staleness stale = figures.staleInAll();
    if (stale != null) {
      built.card("stale reads", percent(2, stale.share()), largest(stale));
    }
    built.figure(loads(figures));
    rebalance(figures, built);
    reads(figures, built);
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
    ServerReport.add(result.serverSeries(), built);
    BalanceCharts.of(figures).forEach(built::figure);
    ServerReport.addCharts(result.serverSeries(), BalanceCharts.GROUP, built);
    result.advice().forEach(advice -> built.finding(advice.finding("")));
    return built;
  }

  private static String headline(BalanceFigures figures) {
    Map<String, Double> shares = new LinkedHashMap<>();
    figures
        .perServer()
        .forEach(
            (name, server) ->
                Stream.of(server)
                    .filter(ServerLoad::shares)
                    .map(one -> one.operations().before())
                    .filter(before -> before != null && before.share() != null)
                    .forEach(before -> shares.put(name, before.share())));
    String lost = figures.moments().lostServer();
    Returned returned = figures.returned();
    double noWrite = gap(figures, "writer");
    return (shares.isEmpty()
            ? "Nothing was read"
            : words(
                "Reads were spread %s %% over %s%s",
                shares.values().stream()
                    .map(share -> words("%.0f", 100 * share))
                    .collect(Collectors.joining("/")),
                String.join(", ", shares.keySet()),
                split(figures)))
        + (lost == null
            ? ""
            : words(
                "; after the loss of %s none succeeded for %s%s",
                lost,
                duration(gap(figures, "reader")),
                noWrite < LONG_MS ? "" : words(", and no write for %s", duration(noWrite))))
        + (returned == null
            ? lost == null ? "" : "; it did not come back"
            : figures.rebalanceMs() == null
                ? words(
                    "; %s did not get its share back within %s of its return",
                    returned.server(), duration(returned.observedMs()))
                : words(
                    "; %s had its share back %s after its return",
                    returned.server(), rebalanceTime(figures)));
  }

  private static String split(BalanceFigures figures) {
    Phases<Double> off = figures.readsOffPrimary();
    Staleness stale = figures.staleInAll();
    return (off == null ? "" : words("; %s left the primary", percent(1, off.before())))
        + (stale == null
            ? ""
            : stale.stale() == 0
                ? ", none was stale"
                : words(", %,d of %,d were stale%s", stale.stale(), stale.reads(), largest(stale)));
  }

  private static String largest(Staleness stale) {
    Double ms = stale.largestLagMs();
    return ms == null ? "" : " by up to " + duration(ms);
  }

  private static double gap(BalanceFigures figures, String probe) {
    Phases<Served> phases = figures.served().get(probe);
    Served during = phases == null ? null : phases.during();
    return during == null ? 0 : during.longestGapMs();
  }

  private static String rebalanceTime(BalanceFigures figures) {
    Double ms = figures.rebalanceOrBoundMs();
    double step = figures.resolutionMs();
    return ms == null
        ? "-"
        : figures.rebalanceMs() == null
            ? ">= " + duration(ms)
            : ms < step ? "< " + duration(step) : duration(ms);
  }

  private static String loss(BalanceScenario.Times times, ChangeScenario.External own) {
    return own.changesNothing()
        ? loss(times)
        : words(
            "after %s s of load %s; the load goes on for %s s after that",
            seconds(times.baselineMillis() / 1e3),
            own.manual() ? "you take a replica away" : "the trigger takes a replica away",
            seconds(times.timeMillis() / 1e3));
  }

  private static String loss(BalanceScenario.Times times) {
    Long away = times.returnAfterMillis();
    return away == null
        ? words("none; %s s of load", seconds((times.baselineMillis() + times.timeMillis()) / 1e3))
        : words(
            "after %s s of load a replica is killed, started again %s s later, and watched for %s"
                + " s",
            seconds(times.baselineMillis() / 1e3),
            seconds(away / 1e3),
            seconds(times.timeMillis() / 1e3));
  }

  private record Row(String name, Function<String, List<String>> cells) {}

  private static Grid loads(BalanceFigures figures) {
    Map<String, Double> lengths = figures.moments().lengths().named();
    List<Row> rows = new ArrayList<>();
    figures
        .perServer()
        .forEach(
            (name, server) -> {
              Map<String, Load> operations = server.operations().named();
              Map<String, Load> connections = server.connections().named();
              rows.add(
                  new Row(
                      name + (server.primary() ? " (primary)" : ""),
                      phase ->
                          cells(
                              lengths.getOrDefault(phase, 0.0),
                              operations.get(phase),
                              connections.get(phase))));
            });
    Map<String, Double> operations = figures.jain().operations().named();
    Map<String, Double> connections = figures.jain().connections().named();
    rows.add(
        new Row(
            "evenness (Jain)",
            phase ->
                List.of(
                    "",
                    number("%.3f", operations.get(phase)),
                    number("%.3f", connections.get(phase)))));
    Columns<Row> table =
        new Columns<Row>().column(String.join(", ", figures.probes()) + "s", -18, 0, Row::name);
    for (String phase : lengths.keySet()) {
      table
          .column(phase + "\nok/s", 8, 0, row -> row.cells().apply(phase).get(0))
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

  private static Grid served(BalanceFigures figures) {
    return new Columns<Map.Entry<String, Served>>()
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
        .grid(
            "Operations of the application",
            figures.served().entrySet().stream()
                .flatMap(
                    probe ->
                        probe.getValue().named().entrySet().stream()
                            .map(
                                phase ->
                                    Map.entry(
                                        probe.getKey() + " " + phase.getKey(), phase.getValue())))
                .toList());
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

  private static void reads(BalanceFigures figures, Description.Builder built) {
    Phases<Double> off = figures.readsOffPrimary();
    if (off != null) {
      built.fact("primary", "reads on other servers: " + all(off, share -> percent(1, share)));
    }
    Phases<Staleness> stale = figures.staleReads();
    if (stale != null) {
      built.fact("stale reads", all(stale, one -> words("%,d of %,d", one.stale(), one.reads())));
      built.fact(
          "median lag",
          all(
              stale,
              one ->
                  one.stale() == 0
                      ? "-"
                      : words(
                          "%s ms (largest %s ms)",
                          millis(one.medianLagMs()), millis(one.largestLagMs()))));
    }
  }

  private static <T> String all(Phases<T> phases, Function<T, String> words) {
    Phases<String> shown = phases.map(words);
    boolean one = shown.during() == null && shown.after() == null;
    return Objects.requireNonNullElse(shown.before(), "-")
        + (one ? "" : " before")
        + (shown.during() == null ? "" : ", " + shown.during() + " during")
        + (shown.after() == null ? "" : ", " + shown.after() + " after");
  }
}
