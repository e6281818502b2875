package io.github.bmt4j.load.report;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.words;
import static io.github.bmt4j.report.Numbers.count;
import static io.github.bmt4j.report.Numbers.duration;
import static io.github.bmt4j.report.Numbers.millis;
import static io.github.bmt4j.report.Numbers.number;

import io.github.bmt4j.load.Stages;
import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.run.RunResult.IntervalResult;
import io.github.bmt4j.load.run.RunScenario;
import io.github.bmt4j.load.run.StageFigures;
import io.github.bmt4j.report.Chart.Line;
import io.github.bmt4j.report.Columns;
import io.github.bmt4j.report.Grid;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Describes the stages of a load. */
public final class StageReport {
  private static final int NAMED = 4;

  private StageReport() {}

  /** The stages of a load profile; empty if the rate was constant. */
  static Optional<List<StageFigures>> of(RunResult result) {
    return result.scenario().load().stages().isEmpty()
        ? Optional.empty()
        : Optional.ofNullable(result.stages());
  }

  public static String headline(List<StageFigures> stages) {
    List<StageFigures> some = stages.stream().filter(one -> one.stage().most() > 0).toList();
    if (some.isEmpty()) {
      return "No operation was due";
    }
    List<StageFigures> missed =
        some.stream().filter(one -> Boolean.FALSE.equals(one.kept())).toList();
    List<StageFigures> kept = some.stream().filter(one -> Boolean.TRUE.equals(one.kept())).toList();
    if (missed.isEmpty() && kept.isEmpty()) {
      return mostThreads(some);
    }
    List<String> clauses = new ArrayList<>();
    if (!kept.isEmpty()) {
      clauses.add(
          "Kept "
              + (kept.size() > NAMED
                  ? words("%,d of %s", kept.size(), counted(some.size(), "stage"))
                  : named(kept))
              + (missed.isEmpty() ? longest(kept) : ""));
    }
    missed.stream().limit(NAMED).map(StageReport::missed).forEach(clauses::add);
    if (missed.size() > NAMED) {
      clauses.add(words("%,d more were not kept", missed.size() - NAMED));
    }
    String all = String.join("; ", clauses);
    return Character.toUpperCase(all.charAt(0)) + all.substring(1);
  }

  private static String named(List<StageFigures> stages) {
    return stages.stream()
        .map(one -> one.stage().values(" to "))
        .distinct()
        .collect(Collectors.joining(", "))
        .replaceFirst(", (?=[^,]*$)", " and ");
  }

  private static String longest(List<StageFigures> stages) {
    return stages.stream()
        .map(one -> one.response().p99())
        .filter(Objects::nonNull)
        .max(Comparator.naturalOrder())
        .map(p99 -> words(", p99 %s%s", stages.size() == 1 ? "" : "at most ", duration(p99)))
        .orElse("");
  }

  private static String missed(StageFigures one) {
    boolean steady = one.stage().from() == one.stage().to();
    long arrivals = Objects.requireNonNullElse(one.arrivals(), 0L);
    if (one.transactions() >= arrivals) {
      return words(
          "at %s %,d of %,d operations did not end OK",
          one.stage().values(" to "), one.notOk(), arrivals);
    }
    double due = arrivals / one.seconds();
    return words(
        "%s %s it reached only %s/s%s%s",
        steady ? "at" : "from",
        one.stage().values(" to "),
        RunReport.amount(one.tps()),
        steady && Math.round(one.tps()) < one.stage().from()
            ? ""
            : words(" of %s/s on average", RunReport.amount(due)),
        longest(List.of(one)));
  }

  private static String mostThreads(List<StageFigures> stages) {
    StageFigures most = Collections.max(stages, Comparator.comparingDouble(StageFigures::tps));
    return words(
        "%s transactions/s with %s threads%s%s",
        RunReport.amount(most.tps()),
        most.stage().values(" to "),
        stages.size() == 1 ? "" : ", the most of " + counted(stages.size(), "stage"),
        longest(List.of(most)));
  }

  static Grid grid(List<StageFigures> stages) {
    boolean open = stages.stream().anyMatch(row -> row.arrivals() != null);
    return new Columns<StageFigures>()
        .column("stage", -14, 0, row -> row.stage().text())
        .column("from s", 8, 5, row -> number("%,.1f", row.fromSeconds()))
        .columnIf(open, "due", 9, 4, row -> count(row.arrivals()))
        .column("count", 11, 3, row -> count(row.transactions()))
        .column("tps", 10, 0, row -> number("%,.2f", row.tps()))
        .column("p50 ms", 9, 1, row -> millis(row.response().p50()))
        .column("p95 ms", 9, 0, row -> millis(row.response().p95()))
        .column("p99 ms", 9, 0, row -> millis(row.response().p99()))
        .column("max ms", 9, 2, row -> millis(row.response().max()))
        .column("not OK", 8, 0, row -> count(row.notOk()))
        .columnIf(open, "rate", -6, 0, row -> Boolean.TRUE.equals(row.kept()) ? "kept" : "missed")
        .grid("Stages", stages);
  }

  /** The planned rate or threads of each interval, for a chart; empty without stages. */
  static Optional<Line> line(RunScenario scenario, List<IntervalResult> intervals) {
    if (scenario.load().stages().isEmpty()) {
      return Optional.empty();
    }
    Stages stages = new Stages(scenario.load().stages());
    List<@Nullable Double> values =
        intervals.stream()
            .<@Nullable Double>map(one -> stages.mean(one.fromSeconds(), one.toSeconds()))
            .toList();
    return Optional.of(new Line(scenario.load().changesThreads() ? "threads" : "due", values));
  }
}
