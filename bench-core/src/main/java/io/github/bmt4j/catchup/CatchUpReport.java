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
import io.github.bmt4j.experiment.ResultKind;
import io.github.bmt4j.report.Chart;
import io.github.bmt4j.report.Chart.Line;
import io.github.bmt4j.report.Chart.Plot;
import io.github.bmt4j.report.Description;
import io.github.bmt4j.report.Fact;
import io.github.bmt4j.report.Grid;
import io.github.bmt4j.report.Setup;
import io.github.bmt4j.report.Table;
import io.github.bmt4j.report.Tone;
import io.github.bmt4j.sampling.ServerReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Describes a run of {@code bmt catch-up}. */
@AutoService(ResultKind.class)
@SuppressWarnings("rawtypes") // The service is generic.
public final class CatchUpReport extends ResultKind<CatchUpResult> {
  public CatchUpReport() {
    super(CatchUpResult.KIND, CatchUpResult.class);
  }

  @Override
  protected String work() {
    return "backlogSeconds|replicaSettings/.*|duringLoad|stopCommand";
  }

  @Override
  protected List<Figure> compared(CatchUpResult result) {
    return settings(result).stream()
        .flatMap(one -> Stream.of(one.speed(), one.elapsed("ms", 1e3)))
        .toList();
  }

  private record Setting(String setting, List<CatchUp> all, boolean duringLoad) {
    String name() {
      return CatchUpJudgement.setting(setting);
    }

    Figure speed() {
      return higher("speed", "s/s", one -> one.speed(duringLoad));
    }

    Figure higher(String figure, String unit, Function<CatchUp, Double> value) {
      return new Figure(named(figure), all.stream().map(value).toList(), unit, Better.HIGHER);
    }

    /** The time; a lower bound where a catch-up was given up. */
    Figure elapsed(String unit, double units) {
      return Figure.of(
          named("elapsed"),
          unit,
          all,
          one -> one.outcome() == Outcome.CAUGHT_UP,
          one -> units * one.elapsedSeconds());
    }

    private String named(String figure) {
      return setting.isEmpty() ? figure : figure + ", " + setting;
    }

    long gaveUp() {
      return all.stream().filter(one -> one.outcome() == Outcome.GAVE_UP).count();
    }
  }

  private static List<Setting> settings(CatchUpResult result) {
    List<Setting> settings = new ArrayList<>();
    for (String setting : result.scenario().replicaSettings()) {
      settings.add(
          new Setting(
              setting,
              result.catchUps().stream()
                  .filter(one -> one.setting().equals(setting) && one.counts())
                  .toList(),
              result.scenario().duringLoad()));
    }
    return settings;
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
    Description.Builder built =
        new Description.Builder(setup(scenario, result.environment()))
            .headline(headline(result), late ? Tone.WARN : Tone.PLAIN);
    Setting best = best(result);
    if (!best.all().isEmpty()) {
      built.card("speed", middle("%.2f s/s", best.speed()), "");
      built.card("elapsed", middle("%.2f s", best.elapsed("s", 1)), "");
      built.card("backlog", middle("%.2f s", backlog(best)), "by heartbeat");
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

  private static Setting best(CatchUpResult result) {
    List<Setting> settings = settings(result);
    return settings.stream()
        .filter(one -> !one.all().isEmpty())
        .max(Comparator.comparingDouble(one -> Medians.of(one.speed().samples())))
        .orElse(settings.get(0));
  }

  private static String headline(CatchUpResult result) {
    Setting best = best(result);
    if (best.all().isEmpty()) {
      return "no catch-up was completed";
    }
    boolean load = result.scenario().duringLoad();
    String with = settings(result).size() == 1 ? "" : " with " + best.name();
    int of = best.all().size();
    if (best.gaveUp() == of) {
      double closing = Medians.of(best.all().stream().map(CatchUp::closing).toList());
      return words(
          "The replica does not catch up%s: within %s the backlog %s by %.2f s each second",
          with,
          duration(1e3 * result.scenario().giveUpSeconds()),
          closing < 0 ? "grew" : "shrank",
          Math.abs(closing));
    }
    return words(
            "The replica %s from %s s in %s s%s: %s s/s",
            best.gaveUp() == 0
                ? "caught up"
                : words("did not catch up in %d of %d:", best.gaveUp(), of),
            middle("%.1f", backlog(best)),
            middle("%.2f", best.elapsed("s", 1)),
            with,
            middle("%.2f", best.speed()))
        + (load
            ? ", while the load went on"
            : words(", %s transactions/s", middle("%,.0f", rate(best))))
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

  private static Figure backlog(Setting setting) {
    return setting.higher("backlog", "s", CatchUp::backlogSeconds);
  }

  private static Figure rate(Setting setting) {
    return setting.higher("rate", "/s", CatchUp::rate);
  }

  private static String middle(String format, Figure figure) {
    return figure.samples().isEmpty()
        ? "-"
        : figure.bound() + number(format, Medians.of(figure.samples()));
  }

  private static String range(Figure figure) {
    return figure.samples().isEmpty()
        ? "-"
        : words(
            "%.2f … %s%.2f",
            Collections.min(figure.samples()),
            figure.bounds() > 0 ? Figure.AT_LEAST : "",
            Collections.max(figure.samples()));
  }

  private static Grid table(CatchUpResult result) {
    Table<Setting> table =
        new Table<Setting>()
            .column("rank", 4, 0, one -> place(result, one.setting()))
            .column("setting", -30, 0, Setting::name)
            .column("elapsed\ns", 8, 0, one -> middle("%.2f", one.elapsed("s", 1)))
            .column("from … to", 16, 2, one -> range(one.elapsed("s", 1)))
            .column("speed\ns/s", 7, 0, one -> middle("%.2f", one.speed()))
            .column("from … to", 14, 1, one -> range(one.speed()))
            .column(
                "CPU",
                6,
                3,
                one -> ServerReport.cpu(ServerReport.first(result.serverSeries(), one.name())));
    if (result.scenario().duringLoad()) {
      Function<Setting, Figure> closing = one -> one.higher("closing", "s/s", CatchUp::closing);
      table.column("closing\ns/s", 7, 0, one -> middle("%+.2f", closing.apply(one)));
    } else {
      table.column("trans/s", 9, 0, one -> middle("%,.0f", rate(one)));
    }
    List<String> ranked = result.ranking().stream().map(Rank::setting).toList();
    List<Setting> settings = settings(result);
    settings.sort(Comparator.comparingInt(one -> ranked.indexOf(one.setting())));
    return table.grid("Settings of the replica, medians", settings);
  }

  private static String place(CatchUpResult result, String setting) {
    return result.ranking().stream()
        .filter(rank -> rank.setting().equals(setting))
        .map(rank -> Integer.toString(rank.place()))
        .findFirst()
        .orElse("-");
  }

  private static Grid each(CatchUpResult result) {
    boolean load = result.scenario().duringLoad();
    return new Table<CatchUp>()
        .column("round", 5, 0, one -> Integer.toString(one.round()))
        .column("setting", -30, 0, one -> CatchUpJudgement.setting(one.setting()))
        .column("outcome", -11, 0, one -> one.outcome().word())
        .column("backlog\ns", 8, 3, one -> words("%.2f", one.backlogSeconds()))
        .column("trans.", 9, 5, one -> words("%,d", one.transactions()))
        .column("elapsed\ns", 8, 0, one -> words("%.2f", one.elapsedSeconds()))
        .column("speed\ns/s", 7, 0, one -> words("%.2f", one.speed(load)))
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
        "linear",
        false,
        x,
        "backlog, s",
        plots,
        List.of(),
        null,
        false);
  }
}
