package io.github.bmt4j.ddl;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.bmt4j.ddl.AlterScenario.Algorithm;
import io.github.bmt4j.ddl.AlterScenario.Case;
import io.github.bmt4j.ddl.AlterScenario.Concurrent;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.Result;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.load.concurrent.ConcurrentPhase;
import io.github.bmt4j.load.concurrent.ConcurrentPhase.Phase;
import io.github.bmt4j.load.nodes.NodeFigures;
import io.github.bmt4j.outcome.StatementOutcome;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.sampling.ServerSeries;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of {@code bmt alter}, as stored in {@code result.json}. Times are in ms unless the
 * name says otherwise. What was not observed is absent.
 *
 * @param startedAt start of the preparation of the first ALTER
 * @param ratios times of algorithms relative to {@code instant}
 * @param serverSeries figures of the servers over time, of each ALTER; empty where none were read
 */
public record AlterResult(
    String id,
    Instant startedAt,
    Verdict verdict,
    List<String> warnings,
    AlterScenario scenario,
    Environment environment,
    List<Alter> alters,
    List<Ratio> ratios,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) @Nullable List<ServerSeries> serverSeries)
    implements Result {
  /** The stored key {@code kind}. */
  public static final String KIND = "alter";

  /**
   * Time of an algorithm over that of {@code instant}, of the same change with the same concurrent
   * load.
   *
   * @param toInstant of the medians
   */
  record Ratio(AlterChange change, Concurrent concurrent, Algorithm algorithm, double toInstant) {}

  /**
   * One ALTER and its outcome.
   *
   * @param changed true if the table had its new form afterwards; absent for a change that a query
   *     cannot see, or when it could not be examined
   * @param before the table before the ALTER; absent when not examined
   * @param after the table after it; absent when it could not be examined
   * @param load the OLTP load before, during and after it; empty without one
   * @param longestStallMs the longest operation of the load that ended, with any outcome, during
   *     the ALTER or soon after it, or the longest time without a success if that is longer
   * @param locks waits for metadata locks; absent when it could not be examined
   * @param temporary space for the table's new form; absent when the server reported none
   * @param progress progress about once a second and at each new stage, where the server reports it
   * @param slices the load while it ran, about once a second
   * @param left tables and triggers that are new in the database after a tool; absent without any
   * @param nodes lag of the watched nodes; absent without any
   */
  public record Alter(
      Case order,
      String sql,
      StatementOutcome ending,
      @Nullable Boolean changed,
      @Nullable TableFacts before,
      @Nullable TableFacts after,
      List<ConcurrentPhase> load,
      @Nullable Double longestStallMs,
      @Nullable LockWaits locks,
      @Nullable Temporary temporary,
      List<Progress> progress,
      List<Slice> slices,
      List<Reason> problems,
      List<String> notes,
      @Nullable List<String> left,
      @Nullable NodeFigures nodes) {
    static Alter leftOut(Case order, String sql, StatementOutcome ending) {
      return new Alter(
          order, sql, ending, null, null, null, List.of(), null, null, null, List.of(), List.of(),
          List.of(), List.of(), null, null);
    }

    public String label() {
      return order.label();
    }

    Concurrent concurrent() {
      return order.concurrent();
    }

    /**
     * Operations of the load that failed during the ALTER or after it. If there are any, the
     * longest stall is a lower bound: a failed operation's wait was not over.
     */
    long failedOperations() {
      return load.stream()
          .filter(phase -> phase.phase() != Phase.BEFORE)
          .mapToLong(ConcurrentPhase::failed)
          .sum();
    }
  }

  /**
   * A table, as the server reports it.
   *
   * @param rows counted; absent for a user's table that is too big to be counted
   * @param bytes of data and indexes, by the server's statistics
   * @param fileBytes of its tablespace; absent when the server does not report it
   * @param definition as SHOW CREATE TABLE has it, without the next AUTO_INCREMENT; absent when
   *     unknown
   * @param foreignKeys from the table and to it; absent when unknown
   */
  record TableFacts(
      @Nullable Long rows,
      @Nullable Long bytes,
      @Nullable Long fileBytes,
      @Nullable String definition,
      @Nullable List<String> foreignKeys) {}

  /**
   * Sessions that waited for a metadata lock while the ALTER ran.
   *
   * @param looks number of times that the process list was read
   * @param longestGapMs between two looks: how far the times may be off
   * @param mostSessions at once, the ALTER's own included
   * @param waitedMs in which at least one other session than the ALTER waited
   * @param alterWaitedMs in which the ALTER itself waited; 0 for a tool, whose sessions count as
   *     others
   * @param longestMs longest time in which at least one session waited all the time
   */
  record LockWaits(
      int looks,
      double longestGapMs,
      int mostSessions,
      double waitedMs,
      double alterWaitedMs,
      @Nullable Double longestMs) {}

  /**
   * Temporary space of an ALTER.
   *
   * @param bytes largest size
   * @param place place of the files, such as {@code data folder}
   */
  record Temporary(long bytes, String place) {}

  /**
   * Progress of an ALTER at a moment.
   *
   * @param atMs since its start
   */
  record Progress(
      double atMs,
      @Nullable String stage,
      @Nullable Double percent,
      @Nullable Long temporaryBytes) {}

  /**
   * A slice of the load during the ALTER.
   *
   * @param fromMs since the end of the phase before, a few ms from the start of the ALTER
   */
  record Slice(
      double fromMs, double toMs, long transactions, double tps, @Nullable Double longestMs) {}
}
