package io.github.bmt4j.catchup;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.words;
import static io.github.bmt4j.report.Numbers.duration;
import static io.github.bmt4j.report.Numbers.number;
import static io.github.bmt4j.report.Numbers.seconds;

import com.google.auto.service.AutoService;
import io.github.bmt4j.catchup.CatchUpResult.CatchUp;
import io.github.bmt4j.catchup.CatchUpResult.Outcome;
import io.github.bmt4j.catchup.CatchUpResult.Point;
import io.github.bmt4j.catchup.CatchUpResult.Rank;
import io.github.bmt4j.clock.Medians;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.Figure;
import io.github.bmt4j.experiment.Figure.Better;
import io.github.bmt4j.experiment.Metric;
import io.github.bmt4j.experiment.ResultKind;
import io.github.bmt4j.experiment.Variant;
import io.github.bmt4j.report.Chart;
import io.github.bmt4j.report.Chart.Line;
import io.github.bmt4j.report.Chart.Plot;
import io.github.bmt4j.report.Columns;
import io.github.bmt4j.report.Description;
import io.github.bmt4j.report.Fact;
import io.github.bmt4j.report.Grid;
import io.github.bmt4j.report.Grid.Column;
import io.github.bmt4j.report.Setup;
import io.github.bmt4j.report.Tone;
import io.github.bmt4j.sampling.ServerReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Describes a run of {@code bmt catch-up}. */
@AutoService(ResultKind.class)
@SuppressWarnings("rawtypes") // The service is generic.
public final class CatchUpReport extends ResultKind<CatchUpResult> {
  private static final Metric<CatchUp> ELAPSED = elapsed("s", 1);
  private static final Metric<CatchUp> RATE =
      metric("rate", new Column("trans/s", 9, 0), "/s", "%,.0f", CatchUp::rate);
  private static final Metric<CatchUp> CLOSING =
      metric("closing", new Column("closing\ns/s", 7, 0), "s/s", "%+.2f", CatchUp::closing);
  private static final Metric<CatchUp> BACKLOG =
      metric("backlog", new Column("backlog\ns", 8, 3), "s", "%.2f", CatchUp::backlogSeconds);

  public CatchUpReport() {
    super(CatchUpResult.KIND, CatchUpResult.class);
  }

  @Override
  protected String work() {
    return "backlogSeconds|replicaSettings/.*|duringLoad|stopCommand";
  }

  @Override
  protected List<Figure> compared(CatchUpResult result) {
    return settings(result.scenario(), result.catchUps()).stream()
        .flatMap(
            one -> Stream.of(one.figure(speed(result.scenario())), one.figure(elapsed("ms", 1e3))))
        .toList();
  }

  private static Metric<CatchUp> metric(
      String name, Column column, String unit, String format, Function<CatchUp, Double> value) {
    return new Metric<>(name, column, unit, Better.HIGHER, format, value);
  }

  static Metric<CatchUp> speed(CatchUpScenario scenario) {
    return metric(
        "speed",
        new Column("speed\ns/s", 7, 0),
        "s/s",
        "%.2f",
        one -> one.speed(scenario.duringLoad()));
  }

  /** The time; a lower bound where a catch-up was given up. */
  private static Metric<CatchUp> elapsed(String unit, double units) {
    return new Metric<>(
        "elapsed",
        new Column("elapsed\ns", 8, 0),
        unit,
        Better.LOWER,
        time -> words("%.2f", time),
        one -> units * one.elapsedSeconds(),
        one -> one.outcome() == Outcome.CAUGHT_UP,
        Set.of());
  }

  static List<Variant<CatchUp>> settings(CatchUpScenario scenario, List<CatchUp> all) {
    return scenario.replicaSettings().stream()
        .map(
            setting ->
                new Variant<>(
                    setting,
                    all.stream()
                        .filter(one -> one.setting().equals(setting) && one.counts())
                        .toList()))
        .toList();
  }

  static Setup setup(CatchUpScenario scenario, Environment environment) {
    List<Fact> facts = facts(environment, "", "");
    facts.add(
        new Fact(
            "load",
            words(
                "%s with %s; a backlog of %s s%s",
                scenario.load().workload(),
                counted(scenario.load().load().threads(), "thread"),
                seconds(scenario.backlogSeconds()),
                scenario.duringLoad()
                    ? ", continuing while the replica catches up"
                    : scenario.outside() == null
                        ? ", the same for every catch-up"
                        : ", a new one for each catch-up")));
    facts.add(
        new Fact(
            "settings",
            words(
                "%s, %s of each in turn",
                String.join(
                    " | ",
                    scenario.replicaSettings().stream().map(CatchUpJudgement::setting).toList()),
                counted(scenario.rounds(), "round"))));
    facts.add(
        new Fact(
            "stopped",
            scenario.stopCommand() == null
                ? "only applying: the replica has received everything before it starts"
                : "by " + scenario.stopCommand() + ": times include the transfer"));
    return new Setup(on("catch-up after " + scenario.load().workload(), environment), facts);
  }

  static String ended(CatchUpScenario scenario, CatchUp one) {
    return words(
        "%s: %s after %.2f s, %.2f s/s, %,d transactions, backlog %.2f s%s%s",
        CatchUpJudgement.name(one),
        one.outcome().word(),
        one.elapsedSeconds(),
        one.speed(scenario.duringLoad()),
        one.transactions(),
        one.backlogSeconds(),
        one.diskMs() == null ? "" : words(", disk %.3g ms", one.diskMs()),
        one.words() == null ? "" : " (" + one.words() + ")");
  }

  @Override
  protected Description.Builder describe(CatchUpResult result, @Nullable Path folder) {
    CatchUpScenario scenario = result.scenario();
    boolean late = result.catchUps().stream().anyMatch(one -> one.outcome() == Outcome.GAVE_UP);
    Variant<CatchUp> best = best(result);
    Description.Builder built =
        new Description.Builder(setup(scenario, result.environment()))
            .headline(headline(result, best), late ? Tone.WARN : Tone.PLAIN);
    if (!best.samples().isEmpty()) {
      built
          .card("speed", best.median(speed(scenario)) + " s/s", "")
          .card("elapsed", best.median(ELAPSED) + " s", "")
          .card("backlog", best.median(BACKLOG) + " s", "by heartbeat");
    }
    built.figure(table(result));
    built.figure(each(result));
    DoubleSummaryStatistics disk = CatchUpJudgement.disk(result.catchUps());
    if (disk.getCount() > 0) {
      built.fact(
          "disk",
          words(
              "a small forced write took %.3g to %.3g ms before the catch-ups",
              disk.getMin(), disk.getMax()));
    }
    claims(result, built);
    ServerReport.add(result.serverSeries(), built);
    built.figure(curve(result));
    ServerReport.addCharts(result.serverSeries(), "catch-up", built);
    return built;
  }

  private static void claims(CatchUpResult result, Description.Builder built) {
    List<CatchUp> all = result.catchUps();
    all.stream()
        .map(CatchUp::claimedSeconds)
        .filter(claimed -> claimed != null && claimed > 0)
        .max(Long::compare)
        .ifPresent(
            claimed ->
                built.fact(
                    "claimed",
                    words(
                        "Seconds_Behind_Master rose to %,d s, with a backlog of %.1f s: it includes"
                            + " time in which nothing was written",
                        claimed,
                        all.stream().mapToDouble(CatchUp::backlogSeconds).max().orElse(0))));
  }

  private static Variant<CatchUp> best(CatchUpResult result) {
    List<Variant<CatchUp>> settings = settings(result.scenario(), result.catchUps());
    Metric<CatchUp> speed = speed(result.scenario());
    return settings.stream()
        .filter(one -> !one.samples().isEmpty())
        .max(Comparator.comparingDouble(one -> Medians.of(one.figure(speed).samples())))
        .orElse(settings.get(0));
  }

  private static String headline(CatchUpResult result, Variant<CatchUp> best) {
    if (best.samples().isEmpty()) {
      return "no catch-up was completed";
    }
    CatchUpScenario scenario = result.scenario();
    String with =
        scenario.replicaSettings().size() == 1
            ? ""
            : " with " + CatchUpJudgement.setting(best.name());
    int of = best.samples().size();
    long gaveUp = best.samples().stream().filter(one -> one.outcome() == Outcome.GAVE_UP).count();
    if (gaveUp == of) {
      double closing = Medians.of(best.figure(CLOSING).samples());
      return words(
          "The replica does not catch up%s: within %s the backlog %s by %.2f s each second",
          with,
          duration(1e3 * scenario.giveUpSeconds()),
          closing < 0 ? "grew" : "shrank",
          Math.abs(closing));
    }
    return words(
            "The replica %s from %.1f s in %s s%s: %s s/s",
            gaveUp == 0 ? "caught up" : words("did not catch up in %d of %d:", gaveUp, of),
            Medians.of(best.figure(BACKLOG).samples()),
            best.median(ELAPSED),
            with,
            best.median(speed(scenario)))
        + (scenario.duringLoad()
            ? ", while the load went on"
            : words(", %s transactions/s", best.median(RATE)))
        + slowest(result);
  }

  private static String slowest(CatchUpResult result) {
    List<Rank> ranking = result.ranking();
    if (ranking.isEmpty()) {
      return "";
    }
    Rank last = ranking.get(ranking.size() - 1);
    return last.place() == 1
        ? "; no difference between the settings is shown"
        : words(
            "; %.2g times as fast as with %s",
            ranking.get(0).speed() / last.speed(), CatchUpJudgement.setting(last.setting()));
  }

  private static Grid table(CatchUpResult result) {
    CatchUpScenario scenario = result.scenario();
    Metric<CatchUp> speed = speed(scenario);
    Metric<CatchUp> rate = scenario.duringLoad() ? CLOSING : RATE;
    List<String> ranked = result.ranking().stream().map(Rank::setting).toList();
    return new Columns<Variant<CatchUp>>()
        .column("rank", 4, 0, one -> place(result, one.name()))
        .column("setting", -30, 0, one -> CatchUpJudgement.setting(one.name()))
        .column(ELAPSED.column(), one -> one.median(ELAPSED))
        .column("from … to", 16, 2, one -> one.range(ELAPSED))
        .column(speed.column(), one -> one.median(speed))
        .column("from … to", 14, 1, one -> one.range(speed))
        .column(
            "CPU",
            6,
            3,
            one ->
                ServerReport.cpu(
                    ServerReport.first(
                        result.serverSeries(), CatchUpJudgement.setting(one.name()))))
        .column(rate.column(), one -> one.median(rate))
        .grid(
            "Settings of the replica, medians",
            settings(scenario, result.catchUps()).stream()
                .sorted(Comparator.comparingInt(one -> ranked.indexOf(one.name())))
                .toList());
  }

  private static String place(CatchUpResult result, String setting) {
    return result.ranking().stream()
        .filter(rank -> rank.setting().equals(setting))
        .map(rank -> Integer.toString(rank.place()))
        .findFirst()
        .orElse("-");
  }

  private static Grid each(CatchUpResult result) {
    Metric<CatchUp> speed = speed(result.scenario());
    return new Columns<CatchUp>()
        .column("round", 5, 0, one -> Integer.toString(one.round()))
        .column("setting", -30, 0, one -> CatchUpJudgement.setting(one.setting()))
        .column("outcome", -11, 0, one -> one.outcome().word())
        .column(BACKLOG.column(), BACKLOG::shown)
        .column("trans.", 9, 5, one -> words("%,d", one.transactions()))
        .column(ELAPSED.column(), one -> words("%.2f", one.elapsedSeconds()))
        .column(speed.column(), speed::shown)
        .column("left\ns", 7, 4, one -> words("%.2f", one.remainingSeconds()))
        .column("disk\nms", 7, 1, one -> number("%.3g", one.diskMs()))
        .column("claimed\ns", 7, 2, one -> number("%,d", one.claimedSeconds()))
        .column("tables", -9, 0, one -> Objects.requireNonNullElse(one.checksums(), "-"))
        .grid("Each catch-up", result.catchUps());
  }

  private static Chart curve(CatchUpResult result) {
    List<Plot> plots = new ArrayList<>();
    for (CatchUp one : result.catchUps()) {
      List<@Nullable Double> left =
          one.curve().stream().<@Nullable Double>map(Point::remainingSeconds).toList();
      int side = result.scenario().replicaSettings().indexOf(one.setting());
      Line line = new Line(CatchUpJudgement.name(one), left, !one.counts(), side);
      plots.add(new Plot(one.curve().stream().map(Point::seconds).toList(), List.of(line)));
    }
    String x = "time since applying started, s";
    return new Chart(
        "Remaining backlog",
        false,
        "catch-up",
        new Chart.Axes(Chart.Scale.LINEAR, false, x, "backlog, s"),
        plots,
        List.of(),
        null,
        false);
  }
}
