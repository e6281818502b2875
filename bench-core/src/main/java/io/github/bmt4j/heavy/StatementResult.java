package io.github.bmt4j.heavy;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.Result;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.heavy.StatementEvidence.Place;
import io.github.bmt4j.heavy.StatementScenario.Form;
import io.github.bmt4j.load.concurrent.ConcurrentPhase;
import io.github.bmt4j.outcome.StatementOutcome;
import io.github.bmt4j.report.Lines;
import io.github.bmt4j.sampling.ServerSeries;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The result of statements that were timed one by one, as stored in {@code result.json}. Times are
 * in ms. What was not observed is absent.
 *
 * @param figures of each variant, from its timings
 * @param timings all timings, in the order in which they took place
 * @param ladder findings of each step of the ladder
 * @param spills smallest step of the ladder from which each statement always spills
 * @param oltp the concurrent load when it ran alone, before and after
 * @param serverSeries figures of the servers over time, of each timing; empty where none were read
 */
public record StatementResult(
    String id,
    Instant startedAt,
    Verdict verdict,
    List<String> warnings,
    StatementScenario scenario,
    Environment environment,
    List<VariantFigures> figures,
    List<Timing> timings,
    List<Step> ladder,
    List<Spill> spills,
    List<ConcurrentPhase> oltp,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) @Nullable List<ServerSeries> serverSeries)
    implements Result {
  /** The stored key {@code kind}. */
  public static final String KIND = "statements";

  /**
   * A variant of a timing.
   *
   * @param connections connections that run it at the same moment
   * @param concurrent true if a load ran at the same time
   */
  public record Variant(
      String statement, Form form, int connections, Caches caches, boolean concurrent) {
    Variant with(Caches other) {
      return new Variant(statement, form, connections, other, concurrent);
    }

    Variant whole() {
      return new Variant(statement, Form.WHOLE, connections, caches, concurrent);
    }

    Variant alone() {
      return new Variant(statement, form, connections, caches, false);
    }

    String words() {
      return wordsAlone() + (concurrent ? ", with the load" : "");
    }

    /** The variant's words without the load. */
    String wordsAlone() {
      return Lines.words("%s, %s, %d conn, %s", statement, form.word(), connections, caches.word());
    }
  }

  /** States of the server's caches. */
  public enum Caches {
    /** Directly after a restart of the server. */
    COLD,
    /** The first time, with the caches as they were found. */
    FIRST,
    /** Directly after the same statement. */
    WARM;

    @JsonValue
    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * One timing: the statement was run once on each of its connections, started at the same moment.
   *
   * @param oltp figures of the concurrent load meanwhile; absent without one
   */
  public record Timing(
      Variant variant,
      int repetition,
      List<Execution> executions,
      @Nullable ConcurrentPhase oltp) {}

  /**
   * A statement on one connection.
   *
   * @param firstRowMs from its start to its first row; absent without rows, and for pieces
   * @param lastRowMs from its start to the end of its last row; of pieces, their sum plus the
   *     merge; absent unless it is done
   * @param answer compared with the computed one; absent where that was not done
   * @param pieces in their order; empty for a whole
   * @param missing numbers of the pieces that were not done
   * @param clientMs part of that time in which the client decoded, kept and merged the answer;
   *     absent where rows were only counted
   */
  public record Execution(
      int connection,
      StatementOutcome ending,
      @Nullable Double firstRowMs,
      @Nullable Double lastRowMs,
      long rows,
      @Nullable Compared answer,
      List<Piece> pieces,
      List<Integer> missing,
      @Nullable Double clientMs,
      @Nullable StatementEvidence evidence) {
    static Execution leftOut(String why) {
      return notDone(1, StatementOutcome.leftOut(why));
    }

    static Execution notDone(int connection, StatementOutcome ending) {
      return new Execution(
          connection, ending, null, null, 0, null, List.of(), List.of(), null, null);
    }

    Execution answered(Compared compared) {
      return new Execution(
          connection,
          ending,
          firstRowMs,
          lastRowMs,
          rows,
          compared,
          pieces,
          missing,
          clientMs,
          evidence);
    }
  }

  /** Comparisons of an answer with the computed one. */
  public enum Compared {
    EQUAL,
    DIFFERENT;

    @JsonValue
    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A piece of a statement.
   *
   * @param ms its time to the last row; absent unless it is done
   */
  record Piece(int number, StatementOutcome ending, @Nullable Double ms, long rows) {}

  /**
   * The figures of all timings of a variant. Medians are over all executions that began; the other
   * times are of those that were done.
   *
   * @param pieces into how many it was taken apart; 0 for a whole
   * @param endings outcomes of the other statements: each kind once, with code and message
   * @param client median of the client's own part of the time to the last row; absent where rows
   *     were only counted
   * @param place of intermediate results; absent unless it is known of each statement
   * @param oltpTps transactions a second of the concurrent load, over all its timings
   * @param oltpP95Ms 95th percentile of its response times, the highest of all timings
   * @param oltpLongestMs longest time of one of its operations
   */
  public record VariantFigures(
      Variant variant,
      int pieces,
      int runs,
      int done,
      List<StatementOutcome> endings,
      @Nullable Long rows,
      @Nullable Double firstRow,
      @Nullable Double lastRow,
      @Nullable Double lastRowMin,
      @Nullable Double lastRowMax,
      @Nullable Double client,
      @Nullable Place place,
      @Nullable StatementEvidence evidence,
      @Nullable Double oltpTps,
      @Nullable Double oltpP95Ms,
      @Nullable Double oltpLongestMs) {}

  record Step(long rows, String statement, Execution execution) {}

  /**
   * Step of the ladder from which a statement always spills.
   *
   * @param inMemory most rows at which it was done in memory; absent when it never was
   * @param spilled fewest rows above these at which it spilled; absent when it never did
   * @param spilledBelow smaller steps at which it spilled, too: MariaDB gives a sort a small buffer
   *     if it believes the table to be small
   */
  public record Spill(
      String statement, @Nullable Long inMemory, @Nullable Long spilled, List<Long> spilledBelow) {}
}
