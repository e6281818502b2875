package io.github.bmt4j.catchup;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.words;
import static io.github.bmt4j.report.Numbers.duration;
import static io.github.bmt4j.report.Numbers.number;
import static io.github.bmt4j.report.Numbers.percent;
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
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Describes a run of {@code bmt catch-up}. */
@AutoService(ResultKind.class)
@SuppressWarnings("rawtypes") // The service is generic.
public final class CatchUpReport extends ResultKind<CatchUpResult> {
  public CatchUpReport() {
    super(CatchUpResult.KIND, CatchUpResult.class, CatchUpResult.SCHEMA, "catchUps");
  }

  @Override
  protected List<Figure> compared(CatchUpResult result) {
    List<Figure> figures = new ArrayList<>();
    for (String setting : result.scenario().replicaSettings()) {
      String of = setting.isEmpty() ? "" : ", " + setting;
      List<CatchUp> all = counting(result, setting);
      figures.add(
          new Figure(
              "speed" + of,
              CatchUpJudgement.speeds(result.scenario(), all, setting),
              "s/s",
              Better.HIGHER));
      figures.add(
          Figure.of(
              "elapsed" + of,
              "ms",
              all,
              one -> one.outcome() == Outcome.CAUGHT_UP,
              one -> 1e3 * one.elapsedSeconds()));
    }
    return figures;
  }

  private static List<CatchUp> counting(CatchUpResult result, String setting) {
    return result.catchUps().stream()
        .filter(one -> one.setting().equals(setting) && one.counts())
        .toList();
  }

  /** The load, settings and servers of a run that is about to start. */
  static Setup setup(CatchUpScenario scenario, Environment environment) {
    List<Fact> facts = facts(environment, "", "");
    facts.add(
        new Fact(
            "load",
            words(
                "%s with %s; a backlog of %s s%s",
                scenario.load(),
                counted(scenario.threads(), "thread"),
                seconds(scenario.backlogSeconds()),
                scenario.duringLoad()
                    ? ", continuing while the replica catches up"
                    : scenario.replica() == null
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
    return new Setup(on("catch-up after " + scenario.load(), environment), facts);
  }

  /** One line about a catch-up that has ended. */
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
    Description.Builder built =
        new Description.Builder(setup(scenario, result.environment()))
            .headline(headline(result), gaveUp(result.catchUps()) == 0 ? Tone.PLAIN : Tone.WARN);
    List<CatchUp> best = counting(result, best(result));
    if (!best.isEmpty()) {
      built.card("speed", median("%.2f s/s", best, one -> one.speed(scenario.duringLoad())), "");
      built.card("elapsed", elapsed("%.2f s", best), "");
      built.card("backlog", median("%.2f s", best, CatchUp::backlogSeconds), "by heartbeat");
    }
    built.figure(settings(result));
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
    built.figure(curve(result));
    return built;
  }

  /** Adds the lag that the replica claimed, and its backlog. */
  private static void claims(CatchUpResult result, Description.Builder built) {
    long claimed =
        result.catchUps().stream()
            .map(CatchUp::claimedSeconds)
            .filter(Objects::nonNull)
            .mapToLong(Long::longValue)
            .max()
            .orElse(0);
    double backlog =
        result.catchUps().stream().mapToDouble(CatchUp::backlogSeconds).max().orElse(0);
    if (claimed > 0) {
      built.fact(
          "claimed",
          words(
              "Seconds_Behind_Master rose to %,d s, with a backlog of %.1f s: it includes time in"
                  + " which nothing was written",
              claimed, backlog));
    }
  }

  /** The settings that never catch up while the load goes on. */
  private static List<String> never(CatchUpResult result) {
    return result.scenario().replicaSettings().stream()
        .filter(
            setting -> {
              List<CatchUp> all = counting(result, setting);
              return !all.isEmpty()
                  && all.stream().allMatch(one -> one.outcome() == Outcome.GAVE_UP);
            })
        .toList();
  }

  /** The setting with the highest median speed. */
  private static String best(CatchUpResult result) {
    String best = result.scenario().replicaSettings().get(0);
    double most = Double.NEGATIVE_INFINITY;
    for (String setting : result.scenario().replicaSettings()) {
      List<Double> speeds = CatchUpJudgement.speeds(result.scenario(), result.catchUps(), setting);
      if (!speeds.isEmpty() && Medians.of(speeds) > most) {
        most = Medians.of(speeds);
        best = setting;
      }
    }
    return best;
  }

  private static String headline(CatchUpResult result) {
    String best = best(result);
    List<CatchUp> fastest = counting(result, best);
    if (fastest.isEmpty()) {
      return "no catch-up was completed";
    }
    boolean load = result.scenario().duringLoad();
    String with =
        result.scenario().replicaSettings().size() == 1
            ? ""
            : " with " + CatchUpJudgement.setting(best);
    if (never(result).contains(best)) {
      return words(
          "The replica does not catch up%s: within %s the backlog %s by %s s each second",
          with,
          duration(1e3 * result.scenario().giveUpSeconds()),
          middle(fastest, CatchUp::closing) < 0 ? "grew" : "shrank",
          words("%.2f", Math.abs(middle(fastest, CatchUp::closing))));
    }
    long gaveUp = gaveUp(fastest);
    return words(
            "The replica %s from %s s in %s s%s: %s s/s",
            gaveUp == 0
                ? "caught up"
                : words("did not catch up in %d of %d:", gaveUp, fastest.size()),
            median("%.1f", fastest, CatchUp::backlogSeconds),
            elapsed("%.2f", fastest),
            with,
            median("%.2f", fastest, one -> one.speed(load)))
        + (load
            ? ", while the load went on"
            : words(", %s transactions/s", median("%,.0f", fastest, CatchUpReport::rate)))
        + slowest(result);
  }

  /** A clause about the slowest setting; "" without a ranking. */
  private static String slowest(CatchUpResult result) {
    List<Rank> ranking = result.ranking();
    if (ranking.isEmpty()) {
      return "";
    }
    Rank last = ranking.get(ranking.size() - 1);
    return last.place() == 1
        ? "; the ranges of all settings overlap"
        : words(
            "; %.2g times as fast as with %s",
            ranking.get(0).speed() / last.speed(), CatchUpJudgement.setting(last.setting()));
  }

  private static double rate(CatchUp one) {
    double share =
        one.backlogSeconds() <= 0
            ? 0
            : (one.backlogSeconds() - one.remainingSeconds()) / one.backlogSeconds();
    return one.elapsedSeconds() <= 0 ? 0 : share * one.transactions() / one.elapsedSeconds();
  }

  private static double middle(Collection<CatchUp> all, Function<CatchUp, Double> value) {
    return Medians.of(all.stream().map(value).toList());
  }

  private static String median(
      String format, Collection<CatchUp> all, Function<CatchUp, Double> value) {
    return all.isEmpty() ? "-" : number(format, middle(all, value));
  }

  private static long gaveUp(Collection<CatchUp> all) {
    return all.stream().filter(one -> one.outcome() == Outcome.GAVE_UP).count();
  }

  /** The median time; a lower bound where a catch-up in the middle was given up. */
  private static String elapsed(String format, Collection<CatchUp> all) {
    boolean bound = !all.isEmpty() && all.size() - gaveUp(all) <= all.size() / 2;
    return (bound ? ">= " : "") + median(format, all, CatchUp::elapsedSeconds);
  }

  private static String elapsedRange(Collection<CatchUp> all) {
    String range = range(all, CatchUp::elapsedSeconds);
    return gaveUp(all) == 0 ? range : range.replace("… ", "… >= ");
  }

  private static String range(Collection<CatchUp> all, Function<CatchUp, Double> value) {
    DoubleSummaryStatistics range =
        all.stream().map(value).mapToDouble(Double::doubleValue).summaryStatistics();
    return all.isEmpty() ? "-" : words("%.2f … %.2f", range.getMin(), range.getMax());
  }

  private static Grid settings(CatchUpResult result) {
    boolean load = result.scenario().duringLoad();
    Function<String, List<CatchUp>> all = setting -> counting(result, setting);
    Function<CatchUp, Double> speed = one -> one.speed(load);
    Table<String> table =
        new Table<String>()
            .column("rank", 4, 0, setting -> place(result, setting))
            .column("setting", -30, 0, CatchUpJudgement::setting)
            .column("elapsed\ns", 8, 0, one -> elapsed("%.2f", all.apply(one)))
            .column("from … to", 16, 2, one -> elapsedRange(all.apply(one)))
            .column("speed\ns/s", 7, 0, one -> median("%.2f", all.apply(one), speed))
            .column("from … to", 14, 1, one -> range(all.apply(one), speed))
            .column("CPU", 6, 3, one -> cpu(all.apply(one)));
    if (load) {
      table.column("closing\ns/s", 7, 0, one -> median("%+.2f", all.apply(one), CatchUp::closing));
    } else {
      table.column("trans/s", 9, 0, one -> median("%,.0f", all.apply(one), CatchUpReport::rate));
    }
    return table.grid("Settings of the replica, medians", ranked(result));
  }

  private static List<String> ranked(CatchUpResult result) {
    return result.ranking().isEmpty()
        ? result.scenario().replicaSettings()
        : result.ranking().stream().map(Rank::setting).toList();
  }

  private static String place(CatchUpResult result, String setting) {
    return result.ranking().stream()
        .filter(rank -> rank.setting().equals(setting))
        .map(rank -> Integer.toString(rank.place()))
        .findFirst()
        .orElse("-");
  }

  private static String cpu(List<CatchUp> all) {
    List<Double> shares = all.stream().flatMap(one -> share(one).stream()).toList();
    return shares.isEmpty() ? "-" : percent(0, Medians.of(shares));
  }

  private static List<Double> share(CatchUp one) {
    Double cpu = one.cpuSeconds();
    return cpu == null || one.elapsedSeconds() <= 0
        ? List.of()
        : List.of(cpu / one.elapsedSeconds());
  }

  private static Grid each(CatchUpResult result) {
    boolean load = result.scenario().duringLoad();
    return new Table<CatchUp>()
        .column("round", 5, 0, one -> Integer.toString(one.round()))
        .column("setting", -30, 0, one -> CatchUpJudgement.setting(one.setting()))
        .column("outcome", -11, 0, one -> one.outcome().word())
        .column("backlog\ns", 8, 0, one -> words("%.2f", one.backlogSeconds()))
        .column("trans.", 9, 0, one -> words("%,d", one.transactions()))
        .column("elapsed\ns", 8, 0, one -> words("%.2f", one.elapsedSeconds()))
        .column("speed\ns/s", 7, 0, one -> words("%.2f", one.speed(load)))
        .column("left\ns", 7, 4, one -> words("%.2f", one.remainingSeconds()))
        .column("CPU", 6, 3, one -> cpu(List.of(one)))
        .column("disk\nms", 7, 1, one -> number("%.3g", one.diskMs()))
        .column("claimed\ns", 7, 2, one -> number("%,d", one.claimedSeconds()))
        .column("tables", -9, 2, one -> Objects.requireNonNullElse(one.checksums(), "-"))
        .grid("Each catch-up", result.catchUps());
  }

  private static Chart curve(CatchUpResult result) {
    List<Plot> plots =
        result.catchUps().stream()
            .map(
                one ->
                    new Plot(
                        one.curve().stream().map(Point::seconds).toList(),
                        List.of(
                            new Line(
                                CatchUpJudgement.name(one),
                                one.curve().stream()
                                    .<@Nullable Double>map(Point::remainingSeconds)
                                    .toList(),
                                !one.counts(),
                                result.scenario().replicaSettings().indexOf(one.setting())))))
            .toList();
    return new Chart(
        "Remaining backlog",
        false,
        "catch-up",
        "linear",
        false,
        "time since applying started, s",
        "backlog, s",
        plots,
        List.of(),
        null);
  }
}
