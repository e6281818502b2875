package io.github.bmt4j.heavy;

import static io.github.bmt4j.clock.Percentiles.millis;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.heavy.StatementClient.TimedStatement;
import io.github.bmt4j.heavy.StatementResult.Execution;
import io.github.bmt4j.heavy.StatementResult.Piece;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.StatementOutcome;
import io.github.bmt4j.statement.WatchedSession;
import io.github.bmt4j.workload.AnswerRows;
import io.github.bmt4j.workload.HeavyStatement;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One heavy statement, performed on one connection: whole, or piece by piece. Used by one thread.
 */
final class Performance {
  private final HeavyStatement statement;
  private final ServerProduct server;
  private final Clock clock;
  private final StatementClient client;
  private final int number;
  private @Nullable StatementWatch watch;
  private @Nullable WatchedSession watched;
  private @Nullable AnswerRows answer;

  Performance(
      HeavyStatement statement,
      ServerProduct server,
      Clock clock,
      StatementClient client,
      int number) {
    this.statement = statement;
    this.server = server;
    this.clock = clock;
    this.client = client;
    this.number = number;
  }

  /**
   * Opens the connection, and begins to watch the server.
   *
   * @param control another connection, to watch from; if absent, the statement is not watched
   * @return failure; absent without one
   */
  @Nullable StatementOutcome begin(@Nullable Connection control) {
    WatchedSession opened;
    try {
      opened = client.open();
    } catch (SQLException e) {
      return StatementClient.notOpened(e, ErrorPhase.CONNECT);
    }
    if (control != null) {
      try {
        watch = new StatementWatch(opened.connection(), control, server);
        watched = opened;
      } catch (SQLException e) {
        watch = null; // The statement is timed without.
      }
    }
    return null;
  }

  Execution notBegun(StatementOutcome why) {
    return Execution.notDone(number, why);
  }

  Execution whole(Runnable ended) {
    boolean keep = !statement.pieces(server, 1).isEmpty();
    TimedStatement timedStatement = client.run(statement.sql(server), statement.kind(), keep);
    ended.run();
    StatementEvidence evidence = evidence(timedStatement.ending().done());
    statement.afterwards().ifPresent(client::tidyUp);
    answer = timedStatement.answer();
    boolean done = timedStatement.ending().done();
    return new Execution(
        number,
        timedStatement.ending(),
        timedStatement.firstRowNanos() < 0 ? null : (Double) millis(timedStatement.firstRowNanos()),
        done ? (Double) millis(timedStatement.lastRowNanos()) : null,
        timedStatement.rows(),
        null,
        List.of(),
        List.of(),
        keep && done ? (Double) millis(timedStatement.clientNanos()) : null,
        evidence);
  }

  /**
   * Runs it in at most a number of pieces, one after the other, and merges their answers.
   *
   * @param ended called when the last piece has ended, before the server is asked anything else
   */
  Execution pieces(int most, Runnable ended) {
    List<Piece> pieces = new ArrayList<>();
    List<AnswerRows> answers = new ArrayList<>();
    List<Integer> missing = new ArrayList<>();
    StatementOutcome outcome = null;
    long nanos = 0;
    long clientNanos = 0;
    for (String sql : statement.pieces(server, most)) {
      TimedStatement timedStatement = client.run(sql, statement.kind(), true);
      int piece = pieces.size() + 1;
      boolean done = timedStatement.ending().done();
      pieces.add(
          new Piece(
              piece,
              timedStatement.ending(),
              done ? (Double) millis(timedStatement.lastRowNanos()) : null,
              timedStatement.rows()));
      if (done) {
        nanos += timedStatement.lastRowNanos();
        clientNanos += timedStatement.clientNanos();
        answers.add(Objects.requireNonNull(timedStatement.answer(), "kept"));
      } else {
        missing.add(piece);
        outcome = outcome == null ? timedStatement.ending() : outcome;
      }
    }
    ended.run();
    StatementEvidence evidence = evidence(outcome == null);
    if (outcome != null) {
      return new Execution(number, outcome, null, null, 0, null, pieces, missing, null, evidence);
    }
    long begin = clock.nanoTime();
    AnswerRows merged = statement.merged(answers);
    long mergeNanos = clock.nanoTime() - begin;
    answer = merged;
    return new Execution(
        number,
        StatementOutcome.doneAfter(nanos + mergeNanos),
        null,
        millis(nanos + mergeNanos),
        merged.rows().size(),
        null,
        pieces,
        missing,
        millis(clientNanos + mergeNanos),
        evidence);
  }

  @Nullable AnswerRows answer() {
    return answer;
  }

  /**
   * Stops looking; the connection may be gone.
   *
   * @param done true if the statement was executed to its end; otherwise its counters are
   *     incomplete
   */
  private @Nullable StatementEvidence evidence(boolean done) {
    StatementWatch present = watch;
    if (present == null) {
      return null;
    }
    watch = null;
    if (!client.isOpen(watched)) {
      return null;
    }
    try {
      StatementWatch.Readings readings = present.end();
      StatementEvidence evidence =
          SpillJudgement.evidence(
              server,
              statement.kind(),
              readings.session(),
              readings.serverWide(),
              readings.temporaryBytes());
      return done ? evidence : evidence.unfinished();
    } catch (SQLException e) {
      return null;
    }
  }
}
