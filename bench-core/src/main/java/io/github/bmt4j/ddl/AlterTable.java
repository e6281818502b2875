package io.github.bmt4j.ddl;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.words;
import static io.github.bmt4j.report.Numbers.millis;
import static io.github.bmt4j.report.Numbers.number;

import io.github.bmt4j.ddl.AlterResult.Alter;
import io.github.bmt4j.ddl.AlterResult.LockWaits;
import io.github.bmt4j.ddl.AlterResult.TableFacts;
import io.github.bmt4j.ddl.AlterResult.Temporary;
import io.github.bmt4j.ddl.AlterScenario.Algorithm;
import io.github.bmt4j.load.concurrent.ConcurrentPhase;
import io.github.bmt4j.load.concurrent.ConcurrentPhase.Phase;
import io.github.bmt4j.load.nodes.NodeFigures;
import io.github.bmt4j.load.nodes.NodesReport;
import io.github.bmt4j.report.Columns;
import io.github.bmt4j.report.Description;
import io.github.bmt4j.report.Grid;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The figures of each ALTER as a table, with remarks. */
final class AlterTable {
  private static final double MEGA = 1e6;

  private AlterTable() {}

  static Grid grid(List<Alter> alters) {
    return new Columns<Alter>()
        .column("change", -15, 0, alter -> alter.order().change().shown())
        .column("algo", -7, 0, alter -> alter.order().algorithm().word())
        .column("load", -6, 0, alter -> alter.concurrent().word().replaceFirst("_.*", ""))
        .column("outcome", -12, 0, alter -> alter.ending().outcome().word())
        .column("elapsed\nms", 10, 0, alter -> millis(alter.ending().afterMs()))
        .column("tps\nbefore", 7, 0, alter -> tps(alter, Phase.BEFORE))
        .column("tps\nduring", 7, 0, alter -> tps(alter, Phase.DURING))
        .column("tps\nafter", 7, 3, alter -> tps(alter, Phase.AFTER))
        .column("p95 ms\nbefore", 8, 5, alter -> p95(alter, Phase.BEFORE))
        .column("p95 ms\nduring", 8, 2, alter -> p95(alter, Phase.DURING))
        .column(
            "longest\nbefore ms",
            9,
            6,
            alter -> phase(alter, Phase.BEFORE).map(load -> millis(load.longestMs())).orElse("-"))
        .column("longest\nstall ms", 9, 0, AlterTable::stall)
        .column("lock\nwait ms", 8, 1, alter -> waited(alter.locks()))
        .column("temp\nMB", 8, 4, alter -> temporary(alter.temporary()))
        .columnIf(
            alters.stream().anyMatch(alter -> alter.nodes() != null),
            "lag\nms",
            9,
            2,
            alter -> lag(alter.nodes()))
        .grid("Each ALTER", alters);
  }

  static String stall(Alter alter) {
    return (alter.failedOperations() > 0 ? ">= " : "") + millis(alter.longestStallMs());
  }

  /** A node that never had the last write may be further behind than was seen. */
  private static String lag(@Nullable NodeFigures nodes) {
    return nodes == null
        ? "-"
        : (nodes.late().isEmpty() ? "" : ">= ") + millis(nodes.largestLagMs());
  }

  private static String waited(@Nullable LockWaits locks) {
    return locks == null ? "-" : whole(Math.max(locks.waitedMs(), locks.alterWaitedMs()));
  }

  private static String temporary(@Nullable Temporary temporary) {
    return temporary == null ? "-" : mega(temporary.bytes());
  }

  static void remarks(Alter alter, Description.Builder built) {
    String of = alter.label() + ": ";
    String words = error(alter);
    if (!words.isEmpty()) {
      built.fact("error", of + alter.ending().outcome().word() + words);
    }
    List<String> left = alter.left();
    if (left != null) {
      built.fact(
          "left",
          of
              + String.join(", ", left)
              + ": not there before; drop what the tool left, in this order");
    }
    TableFacts before = alter.before();
    TableFacts after = alter.after();
    if (before != null
        && after != null
        && !Objects.equals(before.foreignKeys(), after.foreignKeys())) {
      built.fact("keys", of + keys(before) + " before, " + keys(after) + " after");
    }
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
              "%s%s at once waited for a metadata lock; the ALTER for %s ms, others for %s ms%s"
                  + " (sampled %,d times, at most %s ms apart)",
              of,
              counted(locks.mostSessions(), "session"),
              whole(locks.alterWaitedMs()),
              whole(locks.waitedMs()),
              locks.longestMs() == null
                  ? ""
                  : words(", %s ms of them without a break", whole(locks.longestMs())),
              locks.looks(),
              whole(locks.longestGapMs())));
    }
    NodesReport.of(alter.nodes())
        .ifPresent(nodes -> built.fact("nodes", of + nodes.headline().replaceFirst("^; ", "")));
    alter.notes().forEach(note -> built.fact("note", of + note));
  }

  private static String keys(TableFacts facts) {
    List<String> keys = facts.foreignKeys();
    return keys == null || keys.isEmpty() ? "no foreign key" : String.join(", ", keys);
  }

  static String error(Alter alter) {
    String message = alter.ending().message();
    // A tool's exit code is in its message.
    Integer code = alter.order().algorithm() == Algorithm.TOOL ? null : alter.ending().code();
    return message == null
        ? ""
        : (code == null || code == 0 ? ": " : ", error " + code + ": ") + message;
  }

  private static String size(TableFacts facts) {
    Long bytes = facts.fileBytes() == null ? facts.bytes() : facts.fileBytes();
    return (facts.rows() == null ? "" : words("%,d rows, ", facts.rows()))
        + (bytes == null ? "size unknown" : mega(bytes) + " MB");
  }

  private static String tps(Alter alter, Phase phase) {
    return phase(alter, phase).map(load -> number("%,.0f", load.tps())).orElse("-");
  }

  private static String p95(Alter alter, Phase phase) {
    return phase(alter, phase).map(load -> millis(load.response().p95())).orElse("-");
  }

  private static Optional<ConcurrentPhase> phase(Alter alter, Phase phase) {
    return alter.load().stream().filter(load -> load.phase() == phase).findFirst();
  }

  private static String mega(long bytes) {
    return words("%,.1f", bytes / MEGA);
  }

  private static String whole(double millis) {
    return words("%,.0f", millis);
  }
}
