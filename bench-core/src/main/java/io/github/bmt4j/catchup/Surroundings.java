package io.github.bmt4j.catchup;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.load.ProcessorWatch;
import io.github.bmt4j.load.ServerCounters;
import io.github.bmt4j.load.run.TargetErrors;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** External influences on catch-ups: restarts of the primary, and other processes. */
final class Surroundings {
  /** Share of the processors that other processes may use; the same as during a load. */
  private static final double MOST_OTHERS = 0.25;

  private final ReplicaPair pair;
  private final Clock clock;
  private final ProcessorWatch processors = new ProcessorWatch();
  private ProcessorWatch.@Nullable Reading before;
  private @Nullable ServerCounters counters;
  private long countedNanos;
  private String primary = "";

  Surroundings(ReplicaPair pair, Clock clock) {
    this.pair = pair;
    this.clock = clock;
  }

  /** Starts to watch for restarts of the primary. */
  void begin(Connection toPrimary) throws SQLException {
    counters = ServerCounters.read(toPrimary);
    countedNanos = clock.nanoTime();
  }

  /** Starts to measure the CPU time of other processes. */
  void look() {
    before = pair.isOwn() ? processors.read() : null;
  }

  /** Returns true if the primary had been restarted or did not answer at the last check. */
  boolean hasLostPrimary() {
    return !primary.isEmpty();
  }

  /** Problems of the catch-up that has just ended. */
  List<String> problems() {
    try (Connection asked = pair.connectPrimary()) {
      ServerCounters first = counters;
      double seconds = (clock.nanoTime() - countedNanos) / 1e9;
      boolean restarted = first != null && ServerCounters.read(asked).isRestarted(first, seconds);
      primary = restarted ? "the primary was restarted" : "";
    } catch (SQLException e) {
      primary = "the primary does not answer: " + TargetErrors.words(e);
    }
    return Stream.of(primary, busy()).filter(problem -> !problem.isEmpty()).toList();
  }

  private String busy() {
    ProcessorWatch.Reading first = before;
    ProcessorWatch.Reading now = first == null ? null : processors.read();
    Double others = first == null || now == null ? null : now.minus(first).othersShare();
    return others == null || others <= MOST_OTHERS
        ? ""
        : words(
            "other processes used %.0f %% of the processors while the replica caught up",
            100 * others);
  }
}
