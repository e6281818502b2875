package io.github.bmt4j.workload.script;

import io.github.bmt4j.jdbc.Dialect;
import io.github.bmt4j.jdbc.Dialect.Trait;
import io.github.bmt4j.jdbc.Grammar;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.Failure.PlacedException;
import io.github.bmt4j.workload.RowReader;
import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.SessionContext;
import io.github.bmt4j.workload.SplitMix64;
import io.github.bmt4j.workload.StatementCounts;
import io.github.bmt4j.workload.StatementTimer;
import io.github.bmt4j.workload.Statements;
import io.github.bmt4j.workload.Stopwatch;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The scripts of one worker. Each operation executes one of them, drawn by weight, on one
 * connection; a retry executes the same one with the same random numbers, rows of CSV files and
 * first values.
 */
final class ScriptSession implements Session {
  private static final int NOT_PREPARED = -1;

  private final ScriptWorkload workload;
  private final Dialect dialect;
  private final Program[] programs;
  private final long weights;
  private final int worker;
  private final int workers;
  private final SplitMix64 random;
  private final Statements statements;
  private final RowReader reader;
  private final OpenTransaction transaction = new OpenTransaction();
  private final StatementTimer beginTimer;
  private final StatementTimer commitTimer;
  private @Nullable Connection connection;
  private StatementCounts counts = new StatementCounts();
  private int drawn;
  private long firstDraw;

  /** True if a backslash escapes, by the session's sql_mode; null while unknown. */
  private @Nullable Boolean escapes;

  /**
   * A script as this session executes it.
   *
   * @param files files whose rows it may use up
   * @param numbers of its statements among those that are prepared
   */
  private record Program(
      List<Step> steps,
      List<FileStep> files,
      long weight,
      Frame frame,
      List<Integer> numbers,
      List<StatementTimer> timers) {}

  ScriptSession(ScriptWorkload workload, SessionContext context) {
    this.workload = workload;
    dialect = workload.grammar().dialect();
    worker = context.worker();
    workers = context.workers();
    random = context.random();
    firstDraw = random.state();
    statements = new Statements(workload.texts(), workers);
    reader = new RowReader(context.consume());
    Stopwatch stopwatch = context.stopwatch();
    boolean wrapped = workload.transactionPerFile();
    beginTimer = wrapped ? stopwatch.timer("begin", Stopwatch.Kind.OTHER) : StatementTimer.OFF;
    programs =
        workload.scripts().stream().map(one -> program(one, context)).toArray(Program[]::new);
    commitTimer = wrapped ? stopwatch.timer("commit", Stopwatch.Kind.OTHER) : StatementTimer.OFF;
    weights = workload.scripts().stream().mapToLong(WeightedScript::weight).sum();
  }

  private Program program(WeightedScript one, SessionContext context) {
    Script script = one.script();
    Frame frame = new Frame(script.slots().size(), random, context.seed(), workload.debug());
    workload.define(script, frame, context);
    List<ScriptStatement> sql = script.sql();
    return new Program(
        script.steps(),
        one.weight() == 0 ? List.of() : script.filesUsedUp(),
        one.weight(),
        frame,
        sql.stream().map(this::number).toList(),
        sql.stream()
            .map(
                statement -> context.stopwatch().timer(statement.title(), statement.kind().timed()))
            .toList());
  }

  private int number(ScriptStatement statement) {
    return statement.isReused() ? workload.number(statement.sql()) : NOT_PREPARED;
  }

  int worker() {
    return worker;
  }

  int workers() {
    return workers;
  }

  @Override
  public void attach(Connection attached) {
    connection = attached;
    escapes = null;
    statements.attach(attached);
  }

  /**
   * Prepares as many statements as may be open, or none; checks all statements without values,
   * which servers may refuse to prepare.
   */
  @Override
  public void prepare() {
    if (workload.transactionPerFile()) {
      statements.ask(workload.number(ScriptWorkload.BEGIN));
      statements.ask(workload.number(ScriptWorkload.COMMIT));
    }
    int open = workload.preparesFirst() ? SessionContext.mostOpen(workers) : 0;
    workload
        .sql()
        .filter(ScriptStatement::isReused)
        .filter(statement -> statement.values().isEmpty() || number(statement) < open)
        .map(this::number)
        .forEach(open > 0 ? statements::ask : statements::askLater);
  }

  @Override
  public void next() {
    if (programs.length > 1) {
      long point = random.nextLong(weights);
      drawn = 0;
      while (point >= programs[drawn].weight) {
        point -= programs[drawn].weight;
        drawn++;
      }
    }
    firstDraw = random.state();
    programs[drawn].frame.keep();
  }

  /** Moves to a script without drawing it, for a caller that executes its steps itself. */
  Frame go(int script) {
    drawn = script;
    return programs[script].frame;
  }

  @Override
  public int kind() {
    return drawn;
  }

  @Override
  public boolean exhausted() {
    for (Program program : programs) { // Asked before each operation: streams would cost more.
      for (FileStep file : program.files) {
        if (file.exhausted(this, program.frame)) {
          return true;
        }
      }
    }
    return false;
  }

  @Override
  public void execute(StatementCounts attempt) throws SQLException {
    counts = attempt;
    counts.phase(ErrorPhase.STATEMENT);
    Program program = programs[drawn];
    program.frame.restore();
    random.moveTo(firstDraw, 0);
    transaction.reset();
    try {
      execute(program.steps, program.frame);
    } catch (SQLException e) {
      throw new PlacedException(program.frame.place(), e);
    } catch (RuntimeException | OutOfMemoryError e) {
      // An exception of the driver, whose connection may be in the middle of an answer.
      throw new PlacedException(
          program.frame.place(),
          new SQLNonTransientConnectionException("the driver failed: " + e, "08000", e));
    }
  }

  private void execute(List<Step> steps, Frame frame) throws SQLException {
    frame.at(script().file());
    if (workload.transactionPerFile()) {
      control(ScriptWorkload.BEGIN, StatementKind.BEGIN, beginTimer);
    }
    int at = 0;
    while (at < steps.size()) {
      at = steps.get(at).run(this, frame, at);
    }
    if (!transaction.open()) {
      return;
    }
    if (!workload.transactionPerFile()) {
      throw frame.failure("the file ends inside a transaction: end it with COMMIT or ROLLBACK");
    }
    frame.at(script().file());
    control(ScriptWorkload.COMMIT, StatementKind.COMMIT, commitTimer);
  }

  private Script script() {
    return workload.scripts().get(drawn).script();
  }

  private void control(String sql, StatementKind kind, StatementTimer timer) throws SQLException {
    begins(kind);
    long start = timer.start();
    if (!calls(kind)) {
      statements.execute(workload.number(sql));
    }
    timer.stop(start);
    counts.other();
    succeeded(kind, false);
  }

  /**
   * Calls JDBC in place of a statement if the server has no SQL for it.
   *
   * @return false if the statement must be sent
   */
  private boolean calls(StatementKind kind) throws SQLException {
    boolean jdbc = dialect.has(Trait.JDBC_TRANSACTIONS) && kind.isOfJdbc();
    if (jdbc && kind == StatementKind.ROLLBACK && !attached().getAutoCommit()) {
      attached().rollback();
    }
    if (jdbc) {
      attached().setAutoCommit(kind != StatementKind.BEGIN); // Commits what is open.
    }
    return jdbc;
  }

  @Override
  public boolean rollBack(Connection failed) throws SQLException {
    boolean needed = transaction.mayBeOpen() || !dialect.has(Trait.IN_CLIENT);
    return needed && (calls(StatementKind.ROLLBACK) || Session.super.rollBack(failed));
  }

  private void begins(StatementKind kind) {
    counts.phase(
        transaction.ends(kind) && !dialect.has(Trait.IN_CLIENT)
            ? ErrorPhase.COMMIT
            : ErrorPhase.STATEMENT);
  }

  private void succeeded(StatementKind kind, boolean chained) {
    counts.phase(ErrorPhase.STATEMENT);
    if (transaction.ends(kind)) {
      counts.apply();
    }
    if (kind == StatementKind.ROLLBACK && transaction.open()) {
      counts.rollBack();
    }
    transaction.succeeded(kind, chained);
    if (kind.changesPreparing()) {
      escapes = null;
    }
  }

  /** Executes a statement of the drawn script, and reads its results. */
  void run(ScriptStatement statement, Frame frame) throws SQLException {
    frame.at(statement.place());
    if (workload.transactionPerFile() && transaction.rolledBack()) {
      control(ScriptWorkload.BEGIN, StatementKind.BEGIN, beginTimer);
    }
    int number = programs[drawn].numbers.get(statement.number());
    StatementTimer timer = programs[drawn].timers.get(statement.number());
    if (statement.values().isEmpty()) {
      String text = number == NOT_PREPARED ? text(statement, frame) : statements.ready(number);
      begins(statement.kind());
      long start = timer.start();
      if (calls(statement.kind())) {
        counts.other();
        succeeded(statement.kind(), false);
        workload.statistics().add(drawn, statement.number(), 0, 0);
      } else if (number == NOT_PREPARED) {
        Statement sent = statements.text();
        sent.execute(text);
        results(statement, sent, frame);
      } else {
        results(statement, statements.execute(number), frame);
      }
      timer.stop(start);
    } else if (number == NOT_PREPARED) {
      try (PreparedStatement once = attached().prepareStatement(text(statement, frame))) {
        runBound(statement, once, frame, timer);
      }
    } else {
      runBound(statement, statements.prepared(number), frame, timer);
    }
  }

  String text(ScriptStatement statement, Frame frame) throws SQLException {
    return statement.text(frame, statement.putsInBackslash(frame) && escapes());
  }

  private boolean escapes() throws SQLException {
    Boolean known = escapes;
    if (known == null) {
      Connection now = attached();
      known = Grammar.of(dialect, now).backslashes();
      escapes = known;
    }
    return known;
  }

  private void runBound(
      ScriptStatement statement, PreparedStatement prepared, Frame frame, StatementTimer timer)
      throws SQLException {
    Values.bind(prepared, statement, frame);
    begins(statement.kind());
    long start = timer.start();
    prepared.execute();
    results(statement, prepared, frame);
    timer.stop(start);
  }

  private void results(ScriptStatement statement, Statement sent, Frame frame) throws SQLException {
    long rows = 0;
    long affected = 0;
    long firstRows = -1;
    ResultSet answer = sent.getResultSet();
    while (true) {
      if (answer != null) {
        long read = firstRows < 0 ? first(statement, answer, frame) : reader.stream(answer);
        firstRows = firstRows < 0 ? read : firstRows;
        rows += read;
        answer.close();
      } else {
        int updated = sent.getUpdateCount();
        if (updated < 0) {
          break;
        }
        // Drivers of embedded databases repeat the number of the last write.
        boolean own = statement.kind() == StatementKind.WRITE || !dialect.has(Trait.IN_CLIENT);
        affected += own ? updated : 0;
      }
      answer = sent.getMoreResults() ? sent.getResultSet() : null;
    }
    if (statement.kind() == StatementKind.WRITE && firstRows >= 0) {
      affected = firstRows; // RETURNING gives a row for each, and the driver then counts none.
    }
    if (firstRows < 0 || affected > 0) {
      counts.changed(affected);
    } else {
      counts.read();
    }
    succeeded(statement.kind(), statement.chained());
    workload.statistics().add(drawn, statement.number(), rows, affected);
    statement.check(frame, rows, affected, firstRows);
  }

  private long first(ScriptStatement statement, ResultSet answer, Frame frame) throws SQLException {
    String prefix = statement.gset();
    if (prefix == null) {
      return reader.stream(answer);
    }
    if (!answer.next()) {
      return 0;
    }
    Values.readRow(frame, script().slots(), prefix, answer);
    return 1 + reader.stream(answer);
  }

  @Override
  public void detach() throws SQLException {
    connection = null;
    statements.detach();
  }

  private Connection attached() {
    return Objects.requireNonNull(connection, "no connection is attached");
  }
}
