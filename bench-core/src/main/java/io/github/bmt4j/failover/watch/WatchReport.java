package io.github.bmt4j.failover.watch;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.words;
import static io.github.bmt4j.report.Numbers.duration;
import static io.github.bmt4j.report.Numbers.seconds;

import com.google.auto.service.AutoService;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.Figure;
import io.github.bmt4j.experiment.Metric;
import io.github.bmt4j.experiment.Metric.Use;
import io.github.bmt4j.experiment.ResultKind;
import io.github.bmt4j.failover.client.ProbeLoad;
import io.github.bmt4j.failover.figures.Between;
import io.github.bmt4j.failover.figures.Repetition.ErrorCount;
import io.github.bmt4j.failover.figures.WatchFigures;
import io.github.bmt4j.failover.figures.WatchFigures.RoleChange;
import io.github.bmt4j.failover.figures.WatchedOutage;
import io.github.bmt4j.failover.figures.WatchedOutage.Fate;
import io.github.bmt4j.failover.report.FailoverReport;
import io.github.bmt4j.failover.report.FailoverTable;
import io.github.bmt4j.report.Columns;
import io.github.bmt4j.report.Description;
import io.github.bmt4j.report.Fact;
import io.github.bmt4j.report.Grid;
import io.github.bmt4j.report.Numbers;
import io.github.bmt4j.report.Setup;
import io.github.bmt4j.report.Tone;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A run of {@code bmt watch} for people. */
@AutoService(ResultKind.class)
@SuppressWarnings("rawtypes") // The service is generic.
public final class WatchReport extends ResultKind<WatchResult> {
  public WatchReport() {
    super(WatchResult.KIND, WatchResult.class);
  }

  @Override
  protected String work() {
    return "stallMillis|settleMillis|timeMillis|writesPerSecond|readsPerSecond|connectsPerSecond";
  }

  @Override
  protected List<Figure> compared(WatchResult result) {
    return WatchFigures.METRICS.stream()
        .filter(one -> one.isIn(Use.COMPARED))
        .map(one -> one.figure(one.title(), List.of(result.watch())))
        .toList();
  }

  static Setup setup(WatchScenario scenario, Environment environment) {
    ProbeLoad load = scenario.load();
    List<Fact> facts =
        FailoverReport.facts(environment, scenario.cluster(), scenario.ha(), scenario.settings());
    facts.add(
        new Fact(
            "load",
            words(
                "%s%s reads/s, %s connects/s, open loop",
                scenario.writes() ? seconds(load.writesPerSecond()) + " writes/s, " : "",
                seconds(load.readsPerSecond()),
                seconds(load.connectsPerSecond()))));
    Long time = scenario.timeMillis();
    facts.add(
        new Fact("window", time == null ? "until Ctrl-C" : Numbers.length(time.doubleValue())));
    return new Setup(on("watch", environment), facts);
  }

  @Override
  protected Description.Builder describe(WatchResult result, @Nullable Path folder) {
    WatchFigures watch = result.watch();
    Description.Builder built =
        new Description.Builder(setup(result.scenario(), result.environment()))
            .headline(result.sentence(), watch.outages().isEmpty() ? Tone.GOOD : Tone.WARN);
    for (Metric<WatchFigures> one : WatchFigures.METRICS) {
      if (one.isIn(Use.CARD) && one.of(watch) != null) {
        built.card(one.title(), (one.shown(watch) + " " + one.unit()).strip(), "");
      }
    }
    facts(result, built);
    built.figure(table(result));
    built.figure(WatchTimelines.window(watch));
    if (!watch.roles().isEmpty()) {
      built.figure(roles(result));
    }
    built.figure(
        new Columns<Metric<WatchFigures>>()
            .column("figures (times in ms)", -28, 0, Metric::title)
            .column("sum", 14, 0, one -> one.shown(watch))
            .grid(
                "Figures",
                WatchFigures.METRICS.stream().filter(one -> one.of(watch) != null).toList()));
    for (int i = 0; i < watch.outages().size() && i < WatchTimelines.MOST; i++) {
      built.figure(WatchTimelines.outage(i + 1, watch.outages().get(i)));
    }
    built.figure(FailoverTable.errors(errors(watch)));
    if (!watch.observed()) {
      built.notes(
          List.of(
              words(
                  "no node was observed: what the servers and what %s added to an outage is not"
                      + " known; name the nodes with --node",
                  result.scenario().way())));
    }
    return built;
  }

  private static void facts(WatchResult result, Description.Builder built) {
    WatchFigures watch = result.watch();
    built.fact(
        "window",
        words(
            "%s from %s to %s (%s)",
            Numbers.length(watch.windowMs()),
            WatchResult.clock(watch.from(), result.scenario().zone(), "yyyy-MM-dd HH:mm:ss"),
            WatchResult.clock(
                watch.from().plusMillis(Math.round(watch.windowMs())),
                result.scenario().zone(),
                "yyyy-MM-dd HH:mm:ss"),
            result.scenario().zone()));
    watch
        .operations()
        .forEach(
            (probe, count) ->
                built.fact(
                    probe,
                    words(
                        "%,d OK, %,d FAILED, %,d UNKNOWN, %,d not served; an outage of up to %,.0f"
                            + " ms cannot be told from noise",
                        count.ok(),
                        count.failed(),
                        count.unknown(),
                        count.unserved(),
                        watch.noiseMs().get(probe))));
    for (WatchFigures.Standstill one : watch.standstills()) {
      built.fact(
          "standstill",
          words(
              "the client itself stood still for %s at %s: no outage of the servers",
              duration(one.lengthMs()), result.clock(one.at())));
    }
  }

  private static List<ErrorCount> errors(WatchFigures watch) {
    return watch.outages().stream()
        .flatMap(one -> Objects.requireNonNullElse(one.errors(), List.<ErrorCount>of()).stream())
        .toList();
  }

  private static Grid table(WatchResult result) {
    List<WatchedOutage> all = result.watch().outages();
    return new Columns<Integer>()
        .column("#", 3, 0, at -> String.valueOf(at + 1))
        .column(
            "at",
            -12,
            0,
            at -> WatchResult.clock(all.get(at).at(), result.scenario().zone(), "HH:mm:ss.SSS"))
        .column("after", 10, 1, at -> Numbers.length(all.get(at).atMs()))
        .column("writes ms", 11, 0, at -> ms(all.get(at).writesMs()))
        .column("reads ms", 11, 1, at -> ms(all.get(at).readsMs()))
        .column("connects ms", 11, 1, at -> ms(all.get(at).connectsMs()))
        .column("server ms", 11, 0, at -> ms(all.get(at).serverMs()))
        .column("added ms", 11, 0, at -> added(all.get(at)))
        .column("lost", 5, 1, at -> fate(all.get(at)))
        .column("", -1, 0, at -> more(all.get(at)))
        .grid("Outages", IntStream.range(0, all.size()).boxed().toList());
  }

  private static String ms(@Nullable Double millis) {
    return Numbers.number("%,.1f", millis);
  }

  private static Grid roles(WatchResult result) {
    return new Columns<RoleChange>()
        .column(
            "roles of nodes",
            -15,
            0,
            one -> WatchResult.clock(one.at(), result.scenario().zone(), "HH:mm:ss.SSS"))
        .column("after", 10, 0, one -> Numbers.length(one.atMs()))
        .column("node", -24, 0, RoleChange::node)
        .column("", -1, 0, one -> one.after().words() + " (before: " + one.before().word() + ")")
        .grid("Roles of nodes", result.watch().roles());
  }

  private static String fate(WatchedOutage one) {
    Fate fate = one.writes();
    return fate == null ? "-" : String.valueOf(fate.lost());
  }

  /** The part that driver, pool and proxy added, or its bounds. */
  private static String added(WatchedOutage one) {
    Between added = one.added();
    Double server = one.serverMs();
    return added == null
        ? "-"
        : server == null || one.open()
            ? words("%,.0f to %,.0f", added.fromMs(), added.toMs())
            : ms(one.outMs() - server);
  }

  private static String more(WatchedOutage one) {
    Fate fate = one.writes();
    long errors =
        Objects.requireNonNullElse(one.errors(), List.<ErrorCount>of()).stream()
            .mapToLong(ErrorCount::count)
            .sum();
    return Stream.of(
            one.degraded() ? "degraded for " + duration(one.lengthMs()) : "",
            one.open() ? "not ended" : "",
            Stream.of(one.before(), one.after())
                .filter(server -> !server.isEmpty())
                .distinct()
                .collect(Collectors.joining(" -> ")),
            errors == 0 ? "no error" : counted(errors, "error"),
            fate == null || fate.applied() + fate.notApplied() == 0
                ? ""
                : words("ambiguous: %d applied, %d not", fate.applied(), fate.notApplied()),
            fate == null || fate.duplicates() == 0 ? "" : counted(fate.duplicates(), "duplicate"))
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining(", "));
  }

  /**
   * An outage that has ended, in a line.
   *
   * @param way driver, pool and proxy between application and servers
   */
  static String summary(WatchedOutage one, String way) {
    return Stream.of(
            out("writes", one.writesMs()),
            out("reads", one.readsMs()),
            out("connects", one.connectsMs()),
            one.serverMs() == null
                ? ""
                : words("no server took writes for %s ms", ms(one.serverMs())),
            one.added() == null ? "" : words("%s added %s ms", way, added(one)),
            more(one))
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining("; "));
  }

  private static String out(String what, @Nullable Double millis) {
    return millis == null || millis == 0 ? "" : words("%s out for %s", what, duration(millis));
  }
}
