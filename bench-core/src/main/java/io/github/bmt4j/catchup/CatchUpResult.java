package io.github.bmt4j.catchup;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.Result;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.sampling.ServerSeries;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The result of {@code bmt catch-up}, as stored in {@code result.json}. What was not observed is
 * absent.
 *
 * @param ranking of the settings, the fastest first; empty where the result is INVALID, or a
 *     setting has fewer than three catch-ups
 * @param serverSeries figures of the servers over time, of each catch-up; empty where none were
 *     read
 */
public record CatchUpResult(
    String id,
    Instant startedAt,
    Verdict verdict,
    List<String> warnings,
    CatchUpScenario scenario,
    Environment environment,
    List<CatchUp> catchUps,
    List<Rank> ranking,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) @Nullable List<ServerSeries> serverSeries)
    implements Result {
  /** The stored key {@code kind}. */
  public static final String KIND = "catch-up";

  enum Outcome {
    /** The replica had applied everything; under load, it was less than half a second behind. */
    CAUGHT_UP,
    GAVE_UP,
    /** The server ended replication with an error. */
    BROKEN,
    LOST,
    INTERRUPTED;

    String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  /**
   * One catch-up.
   *
   * @param setting server options of the replica; "" for none
   * @param backlogSeconds time of the primary's last heartbeat minus the time of the replica's
   *     heartbeat at the start
   * @param stopSeconds from the request to stop applying to the primary's last write, by bmt's
   *     clock
   * @param transactions transactions that the replica lacked at the start
   * @param elapsedSeconds from the request to start applying to the end
   * @param diskMs median time of a small write that is forced to the replica's disk, before the
   *     start; absent where bmt did not start it
   * @param claimedSeconds the largest {@code Seconds_Behind_Master} that the replica reported
   * @param checksums "equal", or the tables that differ; absent where they were not compared
   * @param words message of the server or the driver about the end; absent without one
   */
  record CatchUp(
      String setting,
      int round,
      Instant startedAt,
      Outcome outcome,
      double backlogSeconds,
      double stopSeconds,
      long transactions,
      double elapsedSeconds,
      double remainingSeconds,
      @Nullable Double diskMs,
      @Nullable Long claimedSeconds,
      @Nullable String checksums,
      @Nullable String words,
      List<Point> curve,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Reason> problems) {
    static final String EQUAL = "equal";

    @SuppressWarnings("NullAway") // Absent where empty.
    CatchUp {
      curve = List.copyOf(curve);
      problems = problems == null ? List.of() : List.copyOf(problems);
    }

    /** Seconds of the primary's writes, the load's included, that were applied in a second. */
    double speed(boolean duringLoad) {
      return closing() + (duringLoad ? 1 : 0);
    }

    /** Seconds by which the backlog shrank in a second; below 0 it grew. */
    double closing() {
      return elapsedSeconds <= 0 ? 0 : (backlogSeconds - remainingSeconds) / elapsedSeconds;
    }

    double rate() {
      return backlogSeconds <= 0 ? 0 : transactions * closing() / backlogSeconds;
    }

    /**
     * Returns true if the speed counts: the replica applied until it had caught up or the time was
     * over.
     */
    boolean counts() {
      return outcome == Outcome.CAUGHT_UP || outcome == Outcome.GAVE_UP;
    }
  }

  record Point(double seconds, double remainingSeconds) {}

  /**
   * The place of a setting.
   *
   * @param place from 1; settings that are not shown to be slower than the fastest of a place share
   *     it
   * @param speed median, in seconds of backlog a second
   */
  record Rank(int place, String setting, double speed, double lowest, double highest) {}
}
