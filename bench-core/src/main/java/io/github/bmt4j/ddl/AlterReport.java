package io.github.bmt4j.ddl;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.words;
import static io.github.bmt4j.report.Numbers.duration;
import static io.github.bmt4j.report.Numbers.millis;
import static io.github.bmt4j.report.Numbers.number;
import static io.github.bmt4j.report.Numbers.seconds;

import com.google.auto.service.AutoService;
import io.github.bmt4j.ddl.AlterResult.Alter;
import io.github.bmt4j.ddl.AlterResult.LockWaits;
import io.github.bmt4j.ddl.AlterResult.Ratio;
import io.github.bmt4j.ddl.AlterResult.Slice;
import io.github.bmt4j.ddl.AlterResult.TableFacts;
import io.github.bmt4j.ddl.AlterResult.Temporary;
import io.github.bmt4j.ddl.AlterScenario.Algorithm;
import io.github.bmt4j.ddl.AlterScenario.Concurrent;
import io.github.bmt4j.ddl.AlterScenario.Lock;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.Figure;
import io.github.bmt4j.experiment.ResultKind;
import io.github.bmt4j.load.concurrent.ConcurrentPhase;
import io.github.bmt4j.outcome.StatementOutcome;
import io.github.bmt4j.report.Chart;
import io.github.bmt4j.report.Chart.Line;
import io.github.bmt4j.report.Chart.Plot;
import io.github.bmt4j.report.Description;
import io.github.bmt4j.report.Fact;
import io.github.bmt4j.report.Setup;
import io.github.bmt4j.report.Table;
import io.github.bmt4j.report.Tone;
import io.github.bmt4j.sampling.ServerReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A run of {@code bmt alter} for people: what runs, before it begins; how each ALTER goes; what
 * came out, at the end.
 */
@AutoService(ResultKind.class)
@SuppressWarnings("rawtypes") // The service is generic.
public final class AlterReport extends ResultKind<AlterResult> {
  private static final double MEGA = 1e6;

  /** Most ALTERs that a headline names. */
  private static final int MOST_NAMED = 3;

  /** Room for the figures of a running ALTER, after its stage. */
  private static final int FIGURES = 57;

  public AlterReport() {
    super(AlterResult.KIND, AlterResult.class);
  }

  @Override
  protected String work() {
    return "changes/.*|algorithms/.*";
  }

  @Override
  protected List<Figure> compared(AlterResult result) {
    Map<String, List<Alter>> same =
        result.alters().stream()
            .collect(
                Collectors.groupingBy(
                    alter -> alter.label() + ", load " + alter.concurrent().word(),
                    LinkedHashMap::new,
                    Collectors.toList()));
    List<Figure> figures = new ArrayList<>();
    same.forEach(
        (name, alters) -> {
          figures.add(
              times(
                  name + ": elapsed",
                  alters,
                  alter -> alter.ending().done(),
                  alter -> alter.ending().afterMs()));
          figures.add(
              times(
                  name + ": longest stall",
                  alters,
                  alter -> alter.ending().done() && alter.failedOperations() == 0,
                  Alter::longestStallMs));
        });
    return figures;
  }

  private static Figure times(
      String name,
      List<Alter> alters,
      Predicate<Alter> ended,
      Function<Alter, @Nullable Double> time) {
    return Figure.of(
        name, "ms", alters, ended, alter -> alter.ending().timed() ? time.apply(alter) : null);
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
              .map(worst -> "longest stall " + stall(worst) + " ms")
              .orElse("without a load"));
    }
    built.figure(table().grid("Each ALTER", result.alters()));
    int repeat = result.scenario().repeat();
    for (Ratio ratio : result.ratios()) {
      built.fact(
          "ratio",
          words(
              "%s, load %s: %s / instant %.2f (%s)",
              ratio.change().word(),
              ratio.concurrent().word(),
              ratio.algorithm().word(),
              ratio.toInstant(),
              repeat == 1 ? "one ALTER each" : words("medians of %d each", repeat)));
    }
    ServerReport.add(result.serverSeries(), built);
    result.alters().forEach(alter -> remarks(alter, built));
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
   * Of each change and algorithm, with a load where there was one, an ALTER that was not done, or
   * the slowest.
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

  /** The one with the longest stall of the load; absent without a load. */
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
    return what
        + more
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
    return new Chart(title, false, "alter", "linear", false, x, unit, plots, List.of(), null);
  }

  /** How far an ALTER is, after a second more. */
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
        "  %s after %s ms%s", outcome.outcome().word(), millis(outcome.afterMs()), error(outcome));
  }

  private static String load(AlterScenario scenario) {
    return list(scenario.concurrent(), Concurrent::word)
        + (scenario.concurrent().contains(Concurrent.OLTP_READ_WRITE)
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

  private static Table<Alter> table() {
    return new Table<Alter>()
        .column("change", -15, 0, alter -> alter.order().change().word())
        .column("algo", -7, 0, alter -> alter.order().algorithm().word())
        .column("load", -6, 0, alter -> alter.concurrent().word().replaceFirst("_.*", ""))
        .column("outcome", -12, 0, alter -> alter.ending().outcome().word())
        .column("elapsed\nms", 10, 0, alter -> millis(alter.ending().afterMs()))
        .column("tps\nbefore", 7, 0, alter -> tps(alter, "before"))
        .column("tps\nduring", 7, 0, alter -> tps(alter, "during"))
        .column("tps\nafter", 7, 3, alter -> tps(alter, "after"))
        .column("p95 ms\nbefore", 8, 5, alter -> p95(alter, "before"))
        .column("p95 ms\nduring", 8, 2, alter -> p95(alter, "during"))
        .column("longest\nbefore ms", 9, 6, AlterReport::longestBefore)
        .column("longest\nstall ms", 9, 0, AlterReport::stall)
        .column("lock\nwait ms", 8, 1, alter -> waited(alter.locks()))
        .column("temp\nMB", 8, 4, alter -> temporary(alter.temporary()));
  }

  private static String longestBefore(Alter alter) {
    return phase(alter, "before").map(load -> millis(load.longestMs())).orElse("-");
  }

  private static String stall(Alter alter) {
    return (alter.failedOperations() > 0 ? ">= " : "") + millis(alter.longestStallMs());
  }

  private static String waited(@Nullable LockWaits locks) {
    return locks == null ? "-" : whole(Math.max(locks.waitedMs(), locks.alterWaitedMs()));
  }

  private static String temporary(@Nullable Temporary temporary) {
    return temporary == null ? "-" : mega(temporary.bytes());
  }

  private static void remarks(Alter alter, Description.Builder built) {
    String of = alter.label() + ": ";
    String words = error(alter.ending());
    if (!words.isEmpty()) {
      built.fact("error", of + alter.ending().outcome().word() + words);
    }
    TableFacts before = alter.before();
    TableFacts after = alter.after();
    if (before != null && after != null && alter.ending().done()) {
      built.fact("size", of + size(before) + " before, " + size(after) + " after");
    }
    if (alter.failedOperations() > 0) {
      String failed = counted(alter.failedOperations(), "operation");
      built.fact("load", of + failed + " failed during the ALTER or after it");
    }
    LockWaits locks = alter.locks();
    if (locks != null && locks.mostSessions() > 0) {
      built.fact(
          "locks",
          words(
              "%s%s at once waited for a metadata lock; the ALTER for %s ms, others for %s ms"
                  + " (sampled %,d times, at most %s ms apart)",
              of,
              counted(locks.mostSessions(), "session"),
              whole(locks.alterWaitedMs()),
              whole(locks.waitedMs()),
              locks.looks(),
              whole(locks.longestGapMs())));
    }
    alter.notes().forEach(note -> built.fact("note", of + note));
  }

  private static String error(StatementOutcome outcome) {
    String message = outcome.message();
    Integer code = outcome.code();
    return message == null
        ? ""
        : (code == null || code == 0 ? ": " : ", error " + code + ": ") + message;
  }

  private static String size(TableFacts facts) {
    Long bytes = facts.fileBytes() == null ? facts.bytes() : facts.fileBytes();
    return (facts.rows() == null ? "" : words("%,d rows, ", facts.rows()))
        + (bytes == null ? "size unknown" : mega(bytes) + " MB");
  }

  private static String tps(Alter alter, String phase) {
    return phase(alter, phase).map(load -> number("%,.0f", load.tps())).orElse("-");
  }

  private static String p95(Alter alter, String phase) {
    return phase(alter, phase).map(load -> millis(load.response().p95())).orElse("-");
  }

  private static Optional<ConcurrentPhase> phase(Alter alter, String phase) {
    return alter.load().stream().filter(load -> load.phase().equals(phase)).findFirst();
  }

  private static String mega(long bytes) {
    return words("%,.1f", bytes / MEGA);
  }

  private static String whole(double millis) {
    return words("%,.0f", millis);
  }
}
