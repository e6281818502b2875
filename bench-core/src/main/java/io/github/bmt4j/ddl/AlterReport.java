package io.github.bmt4j.ddl;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.line;
import static io.github.bmt4j.report.Lines.words;
import static io.github.bmt4j.report.Numbers.millis;
import static io.github.bmt4j.report.Numbers.number;
import static io.github.bmt4j.report.Numbers.seconds;

import com.google.auto.service.AutoService;
import io.github.bmt4j.clock.StatementOutcome;
import io.github.bmt4j.clock.StatementOutcomes;
import io.github.bmt4j.ddl.AlterResult.Alter;
import io.github.bmt4j.ddl.AlterResult.LockWaits;
import io.github.bmt4j.ddl.AlterResult.Ratio;
import io.github.bmt4j.ddl.AlterResult.Slice;
import io.github.bmt4j.ddl.AlterResult.TableFacts;
import io.github.bmt4j.ddl.AlterResult.Temporary;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.Figure;
import io.github.bmt4j.experiment.ResultKind;
import io.github.bmt4j.load.run.Beside;
import io.github.bmt4j.report.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A run of {@code bmt alter} as text: what runs, before it begins; how each ALTER goes; what came
 * out, at the end.
 */
@AutoService(ResultKind.class)
@SuppressWarnings("rawtypes") // The service is generic.
public final class AlterReport extends ResultKind<AlterResult> {
  private static final double MEGA = 1e6;

  /** Room for the figures of a running ALTER, after its stage. */
  private static final int FIGURES = 57;

  public AlterReport() {
    super(AlterResult.KIND, AlterResult.class, "alters");
  }

  @Override
  protected List<Figure> compared(AlterResult result) {
    Map<String, List<Alter>> same =
        result.alters().stream()
            .collect(
                Collectors.groupingBy(
                    alter -> alter.label() + ", load " + alter.beside(),
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
        name,
        "ms",
        alters,
        ended,
        alter -> StatementOutcomes.isTimed(alter.ending()) ? time.apply(alter) : null);
  }

  @Override
  protected String head(AlterResult result) {
    return head(result.scenario(), result.environment());
  }

  /** What is about to run, on what. */
  static String head(AlterScenario scenario, Environment environment) {
    return head("alter " + scenario.table(), environment, "", "")
        + line(
            "alter    %s; algorithms %s%s",
            String.join(", ", scenario.changes()),
            String.join(", ", scenario.algorithms()),
            scenario.lock().equals("default") ? "" : "; lock " + scenario.lock())
        + line("load     %s", beside(scenario))
        + line("table    %s", table(scenario));
  }

  @Override
  protected String figures(AlterResult result, int columns) {
    StringBuilder text = new StringBuilder("\n").append(table(columns).text(result.alters()));
    int repeat = result.scenario().repeat();
    for (Ratio ratio : result.ratios()) {
      text.append(
          line(
              "ratio    %s, load %s: %s / instant %.2f (%s)",
              ratio.change(),
              ratio.beside(),
              ratio.algorithm(),
              ratio.toInstant(),
              repeat == 1 ? "one ALTER each" : words("medians of %d each", repeat)));
    }
    result.alters().forEach(alter -> text.append(remarks(alter)));
    return text.toString();
  }

  /**
   * How far an ALTER is, after a second more.
   *
   * @param columns of the terminal
   */
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

  /** An ALTER that has ended. */
  static String ended(Alter alter) {
    StatementOutcome outcome = alter.ending();
    return words(
        "  %s after %s ms%s", outcome.outcome(), millis(outcome.afterMs()), error(outcome));
  }

  private static String beside(AlterScenario scenario) {
    return String.join(", ", scenario.besides())
        + (scenario.besides().stream().allMatch("none"::equals)
            ? ""
            : words(
                " with %s, %s s before and %s s after",
                counted(scenario.threads(), "thread"),
                seconds(scenario.beforeSeconds()),
                seconds(scenario.afterSeconds())));
  }

  private static String table(AlterScenario scenario) {
    return scenario.onExisting()
        ? scenario.table() + " as found; it stays as the ALTER leaves it"
        : words("%s with %,d rows, made anew for every ALTER", scenario.table(), scenario.rows());
  }

  private static Table<Alter> table(int columns) {
    return new Table<Alter>(columns)
        .column("  change", -17, 0, alter -> "  " + alter.change())
        .column("algo", -7, 0, Alter::algorithm)
        .column("load", -6, 0, alter -> alter.beside().replaceFirst("_.*", ""))
        .column("outcome", -12, 0, alter -> alter.ending().outcome())
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

  private static String remarks(Alter alter) {
    StringBuilder text = new StringBuilder();
    String words = error(alter.ending());
    if (!words.isEmpty()) {
      text.append(line("error    %s: %s%s", alter.label(), alter.ending().outcome(), words));
    }
    TableFacts before = alter.before();
    TableFacts after = alter.after();
    if (before != null && after != null && alter.ending().done()) {
      text.append(
          line("size     %s: %s before, %s after", alter.label(), size(before), size(after)));
    }
    if (alter.failedOperations() > 0) {
      text.append(
          line(
              "load     %s: %s failed during the ALTER or after it",
              alter.label(), counted(alter.failedOperations(), "operation")));
    }
    LockWaits locks = alter.locks();
    if (locks != null && locks.mostSessions() > 0) {
      text.append(
          line(
              "locks    %s: %s at once waited for a metadata lock; the ALTER for %s ms, others for %s ms (looked at %,d times, at most %s ms apart)",
              alter.label(),
              counted(locks.mostSessions(), "session"),
              whole(locks.alterWaitedMs()),
              whole(locks.waitedMs()),
              locks.looks(),
              whole(locks.longestGapMs())));
    }
    for (String note : alter.notes()) {
      text.append(line("note     %s: %s", alter.label(), note));
    }
    return text.toString();
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

  private static Optional<Beside> phase(Alter alter, String phase) {
    return alter.load().stream().filter(load -> load.phase().equals(phase)).findFirst();
  }

  private static String mega(long bytes) {
    return words("%,.1f", bytes / MEGA);
  }

  private static String whole(double millis) {
    return words("%,.0f", millis);
  }
}
