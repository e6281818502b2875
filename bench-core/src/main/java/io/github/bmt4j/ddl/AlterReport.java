package io.github.bmt4j.ddl;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.words;
import static io.github.bmt4j.report.Numbers.duration;
import static io.github.bmt4j.report.Numbers.millis;
import static io.github.bmt4j.report.Numbers.seconds;

import com.google.auto.service.AutoService;
import io.github.bmt4j.ddl.AlterResult.Alter;
import io.github.bmt4j.ddl.AlterResult.Slice;
import io.github.bmt4j.ddl.AlterScenario.Algorithm;
import io.github.bmt4j.ddl.AlterScenario.Concurrent;
import io.github.bmt4j.ddl.AlterScenario.Lock;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.Figure;
import io.github.bmt4j.experiment.Figure.Better;
import io.github.bmt4j.experiment.Metric;
import io.github.bmt4j.experiment.ResultKind;
import io.github.bmt4j.experiment.Variant;
import io.github.bmt4j.outcome.StatementOutcome;
import io.github.bmt4j.report.Chart;
import io.github.bmt4j.report.Chart.Line;
import io.github.bmt4j.report.Chart.Plot;
import io.github.bmt4j.report.Description;
import io.github.bmt4j.report.Fact;
import io.github.bmt4j.report.Grid;
import io.github.bmt4j.report.Setup;
import io.github.bmt4j.report.Tone;
import io.github.bmt4j.sampling.CommandText;
import io.github.bmt4j.sampling.ServerReport;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A run of {@code bmt alter} for people: what runs, before it begins; how each ALTER goes; what
 * came out, at the end.
 */
@AutoService(ResultKind.class)
@SuppressWarnings("rawtypes") // The service is generic.
public final class AlterReport extends ResultKind<AlterResult> {
  private static final int MOST_NAMED = 4;

  /** Room for the figures of a running ALTER, after its stage. */
  private static final int FIGURES = 57;

  private static final Metric<Alter> ELAPSED =
      time("elapsed", alter -> alter.ending().afterMs(), alter -> true);
  private static final Metric<Alter> STALL =
      time("longest stall", Alter::longestStallMs, alter -> alter.failedOperations() == 0);

  public AlterReport() {
    super(AlterResult.KIND, AlterResult.class);
  }

  @Override
  protected String work() {
    return "changes/.*|algorithms/[1-9].*"; // One algorithm or tool is compared with another.
  }

  @Override
  protected List<Figure> compared(AlterResult result) {
    boolean one = result.scenario().algorithms().size() == 1;
    return Variant.of(
            result.alters(),
            alter ->
                (one ? alter.order().change().shown() : alter.label())
                    + ", load "
                    + alter.concurrent().word())
        .stream()
        .flatMap(
            same ->
                Stream.of(ELAPSED, STALL)
                    .map(
                        figure ->
                            figure.figure(same.name() + ": " + figure.name(), same.samples())))
        .toList();
  }

  private static Metric<Alter> time(
      String name, Function<Alter, @Nullable Double> value, Predicate<Alter> ended) {
    return new Metric<>(
        name,
        new Grid.Column(name, 10, 0),
        "ms",
        Better.LOWER,
        ms -> millis(ms.doubleValue()),
        alter -> alter.ending().timed() ? value.apply(alter) : null,
        alter -> alter.ending().done() && ended.test(alter),
        Set.of());
  }

  static Setup setup(AlterScenario scenario, Environment environment) {
    List<Fact> facts = facts(environment, "", "");
    facts.add(
        new Fact(
            "alter",
            words(
                "%s; algorithms %s%s",
                list(scenario.changes(), AlterChange::word),
                list(scenario.algorithms(), Algorithm::word),
                scenario.lock() == Lock.DEFAULT ? "" : "; lock " + scenario.lock().word())));
    CommandText tool = scenario.tool();
    if (tool != null) {
      facts.add(new Fact("tool", tool.toString()));
    }
    facts.add(new Fact("load", load(scenario)));
    facts.add(new Fact("table", table(scenario)));
    return new Setup(on("alter " + scenario.table(), environment), facts);
  }

  @Override
  protected Description.Builder describe(AlterResult result, @Nullable Path folder) {
    boolean failed = result.alters().stream().anyMatch(one -> one.failedOperations() > 0);
    Description.Builder built =
        new Description.Builder(setup(result.scenario(), result.environment()))
            .headline(headline(result.alters()), failed ? Tone.WARN : Tone.PLAIN);
    for (Alter alter : main(result.alters())) {
      built.card(
          alter.label(),
          alter.ending().done()
              ? millis(alter.ending().afterMs()) + " ms"
              : alter.ending().outcome().word(),
          stalled(same(alter, result.alters()))
              .map(worst -> "longest stall " + AlterTable.stall(worst) + " ms")
              .orElse("without a load"));
    }
    built.figure(AlterTable.grid(result.alters()));
    int repeat = result.scenario().repeat();
    for (AlterResult.Ratio ratio : result.ratios()) {
      built.fact(
          "ratio",
          words(
              "%s, load %s: %s / instant %.2f (%s)",
              ratio.change().shown(),
              ratio.concurrent().word(),
              ratio.algorithm().word(),
              ratio.toInstant(),
              repeat == 1 ? "one ALTER each" : words("medians of %d each", repeat)));
    }
    ServerReport.add(result.serverSeries(), built);
    result.alters().forEach(alter -> AlterTable.remarks(alter, built));
    built.figure(
        chart(
            result.alters(),
            "Longest stall of the load during ALTER",
            "ms",
            slice -> slice.longestMs()));
    built.figure(
        chart(
            result.alters(),
            "Throughput of the load during ALTER",
            "transactions/s",
            slice -> slice.tps()));
    ServerReport.addCharts(result.serverSeries(), "alter", built);
    return built;
  }

  /**
   * One ALTER of each change and algorithm, with the load if there was one: one that was not done,
   * otherwise the slowest.
   */
  private static List<Alter> main(List<Alter> alters) {
    Comparator<Alter> order =
        Comparator.comparing((Alter alter) -> alter.concurrent() == Concurrent.NONE)
            .thenComparing(alter -> alter.ending().done())
            .thenComparing(alter -> -Objects.requireNonNullElse(alter.ending().afterMs(), 0.0));
    Map<String, Alter> main = new LinkedHashMap<>();
    alters.forEach(alter -> main.merge(alter.label(), alter, BinaryOperator.minBy(order)));
    return List.copyOf(main.values());
  }

  private static List<Alter> same(Alter alter, List<Alter> alters) {
    return alters.stream()
        .filter(one -> one.label().equals(alter.label()) && one.concurrent() == alter.concurrent())
        .toList();
  }

  private static Optional<Alter> stalled(List<Alter> alters) {
    return alters.stream()
        .filter(alter -> alter.longestStallMs() != null)
        .max(Comparator.comparingDouble(alter -> Objects.requireNonNull(alter.longestStallMs())));
  }

  private static String headline(List<Alter> alters) {
    List<Alter> main = main(alters);
    if (main.isEmpty()) {
      return "no ALTER was done";
    }
    String what =
        main.stream()
            .limit(MOST_NAMED)
            .map(
                alter -> {
                  Double after = alter.ending().afterMs();
                  return alter.ending().done() && after != null
                      ? alter.label()
                          + (same(alter, alters).size() > 1 ? " took up to " : " took ")
                          + duration(after)
                      : alter.label() + ": " + alter.ending().outcome().word().replace('_', ' ');
                })
            .collect(Collectors.joining(", "));
    String more = main.size() > MOST_NAMED ? words(" and %d more", main.size() - MOST_NAMED) : "";
    String left =
        alters.stream()
            .map(Alter::left)
            .filter(Objects::nonNull)
            .flatMap(List::stream)
            .distinct()
            .collect(Collectors.joining(", "));
    return what
        + more
        + (left.isEmpty() ? "" : "; new in the database: " + left)
        + stalled(alters)
            .map(
                alter ->
                    words(
                        "; longest stall of the load %s%s, by %s",
                        alter.failedOperations() > 0 ? "at least " : "",
                        duration(Objects.requireNonNull(alter.longestStallMs())),
                        alter.label()))
            .orElse("");
  }

  private static Chart chart(
      List<Alter> alters, String title, String unit, Function<Slice, @Nullable Double> y) {
    List<Plot> plots =
        alters.stream()
            .filter(alter -> !alter.slices().isEmpty())
            .map(
                alter ->
                    new Plot(
                        alter.slices().stream().map(slice -> slice.toMs() / 1e3).toList(),
                        List.of(
                            new Line(
                                alter.label()
                                    + " "
                                    + alter.concurrent().word()
                                    + (alter.order().repetition() > 1
                                        ? " #" + alter.order().repetition()
                                        : ""),
                                alter.slices().stream().<@Nullable Double>map(y).toList()))))
            .toList();
    String x = "time since ALTER began, s (end of slice)";
    return new Chart(
        title,
        false,
        "alter",
        new Chart.Axes(Chart.Scale.LINEAR, false, x, unit),
        plots,
        List.of(),
        null,
        false);
  }

  /** Progress of an ALTER, a second later. */
  static String running(
      int columns,
      double seconds,
      @Nullable String stage,
      @Nullable Double percent,
      @Nullable Slice load) {
    int room = Math.max(10, Math.min(40, columns - FIGURES));
    String doing = stage == null ? "-" : stage;
    return words(
            "%7.1f s  %-" + room + "s %7s%s",
            seconds,
            doing.length() > room ? doing.substring(0, room - 1) + "…" : doing,
            percent == null ? "" : words("%.1f %%", percent),
            load == null
                ? ""
                : words("  tps %,9.1f  longest %s ms", load.tps(), millis(load.longestMs())))
        .stripTrailing();
  }

  static String ended(Alter alter) {
    StatementOutcome outcome = alter.ending();
    return words(
        "  %s after %s ms%s",
        outcome.outcome().word(), millis(outcome.afterMs()), AlterTable.error(alter));
  }

  private static String load(AlterScenario scenario) {
    return list(scenario.concurrent(), Concurrent::word)
        + (scenario.concurrent().stream().anyMatch(load -> load != Concurrent.NONE)
            ? words(
                " with %s, %s s before and %s s after",
                counted(scenario.load().load().threads(), "thread"),
                seconds(scenario.baselineSeconds()),
                seconds(scenario.afterSeconds()))
            : "");
  }

  private static <T> String list(List<T> all, Function<T, String> word) {
    return all.stream().map(word).collect(Collectors.joining(", "));
  }

  private static String table(AlterScenario scenario) {
    return scenario.onExisting()
        ? scenario.table() + " as found; it stays as the ALTER leaves it"
        : words(
            "%s with %,d rows, made anew for every ALTER",
            scenario.table(), scenario.load().parameters().get("table-size"));
  }
}
