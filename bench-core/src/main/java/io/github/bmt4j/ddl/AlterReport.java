package io.github.bmt4j.ddl;

import static io.github.bmt4j.report.Lines.line;

import com.google.auto.service.AutoService;
import io.github.bmt4j.clock.StatementOutcome;
import io.github.bmt4j.ddl.AlterResult.Alter;
import io.github.bmt4j.ddl.AlterResult.LockWaits;
import io.github.bmt4j.ddl.AlterResult.Ratio;
import io.github.bmt4j.ddl.AlterResult.Slice;
import io.github.bmt4j.ddl.AlterResult.TableFacts;
import io.github.bmt4j.ddl.AlterResult.Temporary;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.ResultKind;
import io.github.bmt4j.load.run.Beside;
import io.github.bmt4j.report.Lines;
import io.github.bmt4j.report.Numbers;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A run of {@code bmt alter} as text: what runs, before it begins; how each ALTER goes; what came
 * out, at the end.
 */
@AutoService(ResultKind.class)
@SuppressWarnings("rawtypes") // The service is generic.
public final class AlterReport extends ResultKind<AlterResult> {
  private static final double MEGA = 1e6;
  private static final String ROW =
      "  %-15s %-7s %-6s %-12s %10s %7s %7s %7s %8s %8s %9s %9s %8s %8s";

  public AlterReport() {
    super(AlterResult.KIND, AlterResult.class, "alters");
  }

  @Override
  public String summary(AlterResult result, int columns) {
    return result(result);
  }

  @Override
  public String text(AlterResult result, int columns) {
    return head(result.scenario(), result.environment()) + result(result);
  }

  /** What is about to run, on what. */
  static String head(AlterScenario scenario, Environment environment) {
    return line("alter %s on %s", scenario.table(), environment.server().description())
        + line(
            "server   %s %s, TLS %s",
            environment.server().product(), environment.server().version(), environment.tls())
        + line("driver   %s %s", environment.driver().name(), environment.driver().version())
        + line(
            "alter    %s; algorithms %s%s",
            String.join(", ", scenario.changes()),
            String.join(", ", scenario.algorithms()),
            scenario.lock().equals("default") ? "" : "; lock " + scenario.lock())
        + line("beside   %s", beside(scenario))
        + line("table    %s", table(scenario));
  }

  /** What came out. */
  static String result(AlterResult result) {
    StringBuilder text = new StringBuilder("\n");
    text.append(line("%s", result.verdict().status()));
    for (String reason : result.verdict().reasons()) {
      text.append(line("         because: %s", reason));
    }
    text.append("\n").append(head());
    result.alters().forEach(alter -> text.append(row(alter)));
    for (Ratio ratio : result.ratios()) {
      text.append(
          line(
              "ratio    %s, beside it %s: %s / instant %.2f",
              ratio.change(), ratio.beside(), ratio.algorithm(), ratio.toInstant()));
    }
    result.alters().forEach(alter -> text.append(remarks(alter)));
    for (String warning : result.warnings()) {
      text.append(line("note     %s", warning));
    }
    return text.toString();
  }

  /** How far an ALTER is, after a second more. */
  static String running(
      double seconds, @Nullable String stage, @Nullable Double percent, @Nullable Slice load) {
    return String.format(
            Locale.ROOT,
            "%7.1f s  %-40s %7s%s",
            seconds,
            stage == null ? "-" : stage,
            percent == null ? "" : String.format(Locale.ROOT, "%.1f %%", percent),
            load == null
                ? ""
                : String.format(
                    Locale.ROOT,
                    "  tps %,9.1f  longest %s ms",
                    load.tps(),
                    Numbers.millis(load.longestMs())))
        .stripTrailing();
  }

  /** An ALTER that has ended. */
  static String ended(Alter alter) {
    StatementOutcome outcome = alter.ending();
    return String.format(
        Locale.ROOT,
        "  %s after %s ms%s",
        outcome.outcome(),
        Numbers.millis(outcome.afterMs()),
        words(outcome));
  }

  private static String beside(AlterScenario scenario) {
    return String.join(", ", scenario.besides())
        + (scenario.besides().stream().allMatch("none"::equals)
            ? ""
            : String.format(
                Locale.ROOT,
                " with %s, %s s before and %s s after",
                Lines.counted(scenario.threads(), "thread"),
                Numbers.seconds(scenario.beforeSeconds()),
                Numbers.seconds(scenario.afterSeconds())));
  }

  private static String table(AlterScenario scenario) {
    return scenario.onExisting()
        ? scenario.table() + " as found; it stays as the ALTER leaves it"
        : String.format(
            Locale.ROOT,
            "%s with %,d rows, made anew for every ALTER",
            scenario.table(),
            scenario.rows());
  }

  private static String head() {
    return line(
            ROW, "", "", "", "", "elapsed", "tps", "tps", "tps", "p95 ms", "p95 ms", "longest",
            "longest", "lock", "tempo-")
        + line(
            ROW,
            "change",
            "algo",
            "beside",
            "outcome",
            "ms",
            "before",
            "during",
            "after",
            "before",
            "during",
            "before ms",
            "stall ms",
            "wait ms",
            "rary MB");
  }

  private static String row(Alter alter) {
    LockWaits locks = alter.locks();
    Temporary temporary = alter.temporary();
    return line(
        ROW,
        alter.change(),
        alter.algorithm(),
        alter.beside().replaceFirst("_.*", ""),
        alter.ending().outcome(),
        Numbers.millis(alter.ending().afterMs()),
        tps(alter, "before"),
        tps(alter, "during"),
        tps(alter, "after"),
        p95(alter, "before"),
        p95(alter, "during"),
        phase(alter, "before").map(load -> Numbers.millis(load.longestMs())).orElse("-"),
        Numbers.millis(alter.longestStallMs()),
        locks == null ? "-" : whole(Math.max(locks.waitedMs(), locks.alterWaitedMs())),
        temporary == null ? "-" : mega(temporary.bytes()));
  }

  private static String remarks(Alter alter) {
    StringBuilder text = new StringBuilder();
    String words = words(alter.ending());
    if (!words.isEmpty()) {
      text.append(line("error    %s: %s%s", alter.label(), alter.ending().outcome(), words));
    }
    TableFacts before = alter.before();
    TableFacts after = alter.after();
    if (before != null && after != null && alter.ending().done()) {
      text.append(
          line("size     %s: %s before, %s after", alter.label(), size(before), size(after)));
    }
    LockWaits locks = alter.locks();
    if (locks != null && locks.mostSessions() > 0) {
      text.append(
          line(
              "locks    %s: %s at once waited for a metadata lock; the ALTER for %s ms, others for %s ms (looked at %,d times, at most %s ms apart)",
              alter.label(),
              Lines.counted(locks.mostSessions(), "session"),
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

  private static String words(StatementOutcome outcome) {
    String message = outcome.message();
    Integer code = outcome.code();
    return message == null
        ? ""
        : (code == null || code == 0 ? ": " : ", error " + code + ": ") + message;
  }

  private static String size(TableFacts facts) {
    Long bytes = facts.fileBytes() == null ? facts.bytes() : facts.fileBytes();
    return (facts.rows() == null ? "" : String.format(Locale.ROOT, "%,d rows, ", facts.rows()))
        + (bytes == null ? "size not told" : mega(bytes) + " MB");
  }

  private static String tps(Alter alter, String phase) {
    return phase(alter, phase)
        .map(Beside::tps)
        .map(tps -> String.format(Locale.ROOT, "%,.0f", tps))
        .orElse("-");
  }

  private static String p95(Alter alter, String phase) {
    return phase(alter, phase).map(load -> Numbers.millis(load.response().p95())).orElse("-");
  }

  private static Optional<Beside> phase(Alter alter, String phase) {
    return alter.load().stream().filter(load -> load.phase().equals(phase)).findFirst();
  }

  private static String mega(long bytes) {
    return String.format(Locale.ROOT, "%,.1f", bytes / MEGA);
  }

  private static String whole(double millis) {
    return String.format(Locale.ROOT, "%,.0f", millis);
  }
}
