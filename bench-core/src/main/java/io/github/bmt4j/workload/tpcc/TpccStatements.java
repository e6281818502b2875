package io.github.bmt4j.workload.tpcc;

import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.workload.RowReader;
import io.github.bmt4j.workload.SessionContext;
import io.github.bmt4j.workload.StatementCounts;
import io.github.bmt4j.workload.StatementTimer;
import io.github.bmt4j.workload.Statements;
import io.github.bmt4j.workload.Stopwatch;
import io.github.bmt4j.workload.tpcc.TpccOptions.Calls;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * The statements of a session, on all sets of tables, and the state of its present transaction.
 * Counts and times each statement. Used by one thread.
 */
final class TpccStatements {
  final TpccMode mode;
  private final SessionContext context;
  private final int sets;
  private final List<String> texts = new ArrayList<>();
  private final RowReader reader;
  private final Control begin;
  private final Control commit;
  private final Control rollback;
  private Statements statements = new Statements(List.of());
  private StatementCounts counts = new StatementCounts();
  private int set = 1;
  private boolean wrote;

  TpccStatements(SessionContext context, TpccOptions options) {
    this.context = context;
    mode = options.mode();
    sets = options.sets();
    reader = new RowReader(context.consume());
    boolean used = options.calls() != Calls.PROCEDURES;
    begin = new Control("begin", used);
    commit = new Control("commit", used);
    rollback = new Control("rollback", used);
  }

  /** A statement without values, the same for all sets. */
  private final class Control {
    private final int number = texts.size();
    private final StatementTimer timer;

    Control(String word, boolean used) {
      if (used) {
        texts.add(word.toUpperCase(Locale.ROOT));
      }
      timer = used ? context.stopwatch().timer(word, Stopwatch.Kind.OTHER) : StatementTimer.OFF;
    }

    void send() throws SQLException {
      long start = timer.start();
      statements.execute(number);
      timer.stop(start);
      counts.other();
    }
  }

  TpccStatement read(String word, String text) {
    return add(word, Stopwatch.Kind.READ, List.of(text));
  }

  TpccStatement write(String word, String text) {
    return add(word, Stopwatch.Kind.WRITE, List.of(text));
  }

  TpccStatement add(String word, Stopwatch.Kind kind, List<String> variants) {
    int first = texts.size();
    IntStream.rangeClosed(1, sets)
        .mapToObj(Integer::toString)
        .flatMap(number -> variants.stream().map(text -> text.replace("#", number)))
        .forEach(texts::add);
    return new TpccStatement(
        this, first, variants.size(), context.stopwatch().timer(word, kind), reader);
  }

  /** Ends the list: all statements have been added. */
  void complete() {
    statements = new Statements(texts, context.workers());
  }

  int size() {
    return texts.size();
  }

  void attach(Connection connection) {
    statements.attach(connection);
  }

  void prepareAll() throws SQLException {
    statements.prepareAll();
  }

  void detach() throws SQLException {
    statements.detach();
  }

  /** Begins an attempt on a set of tables, without the state of an earlier failed one. */
  void start(StatementCounts statementCounts, int number) {
    counts = statementCounts;
    counts.phase(ErrorPhase.STATEMENT);
    set = number;
    wrote = false;
  }

  void useSet(int number) {
    set = number;
  }

  void begin() throws SQLException {
    counts.phase(ErrorPhase.STATEMENT);
    wrote = false;
    begin.send();
  }

  /** COMMIT. A lost COMMIT matters only after a write. */
  void commit() throws SQLException {
    if (wrote) {
      counts.phase(ErrorPhase.COMMIT);
    }
    commit.send();
    if (wrote) {
      counts.apply();
    }
  }

  void rollBack() throws SQLException {
    rollback.send();
    counts.rollBack();
  }

  StatementCounts counts() {
    return counts;
  }

  /** Reports that a write is about to be sent. */
  void writes() {
    wrote = true;
  }

  PreparedStatement prepared(int first, int variants, int variant) throws SQLException {
    return statements.prepared(first + (set - 1) * variants + variant);
  }
}
