package io.github.bmt4j.workload.script;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.Grammar;
import io.github.bmt4j.workload.KeyDistribution;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.SessionContext;
import io.github.bmt4j.workload.SplitMix64;
import io.github.bmt4j.workload.StatementCounts;
import io.github.bmt4j.workload.StatementRows;
import io.github.bmt4j.workload.Table;
import io.github.bmt4j.workload.Workload;
import io.github.bmt4j.workload.WorkloadInfo;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The user's own scripts as a workload. Not a service, because it is created from parsed files. Its
 * tables are the user's, unknown and unchecked, or those of a workload of bmt's.
 */
public final class ScriptWorkload implements Workload {
  static final String BEGIN = "BEGIN";
  static final String COMMIT = "COMMIT";

  /** Its name in results. */
  public static final String NAME = "sql";

  private static final WorkloadInfo INFO =
      new WorkloadInfo(
          NAME, 1, "your own SQL, in files with pgbench's commands", List.of(KeyDistribution.SEED));

  private final List<WeightedScript> scripts;
  private final Map<String, String> defined;
  private final boolean transactionPerFile;
  private final Consumer<String> debug;
  private final @Nullable Script init;
  private final @Nullable Script cleanup;
  private final @Nullable Workload tables;
  private final List<String> texts;
  private final Map<String, Integer> numbers = new HashMap<>();
  private final ScriptStatistics statistics;

  /** A workload without scripts that are executed once. */
  ScriptWorkload(
      List<WeightedScript> scripts,
      Map<String, String> defined,
      boolean transactionPerFile,
      Consumer<String> debug) {
    this(scripts, defined, transactionPerFile, null, null, null, debug);
  }

  /**
   * A workload of scripts, each of which is a kind of its transactions.
   *
   * @param defined first values of variables: text, or a number if it is one
   * @param transactionPerFile true if each execution of a file is a transaction
   * @param init executed once before the load; absent for none
   * @param cleanup executed once after the load; absent for none
   * @param tables workload whose tables it takes; absent if they are the user's
   * @param debug receives the lines of the function debug(); called by all workers
   * @throws BadInputException when no weight is positive, or a file that must be a transaction
   *     begins one itself or commits
   */
  ScriptWorkload(
      List<WeightedScript> scripts,
      Map<String, String> defined,
      boolean transactionPerFile,
      @Nullable Script init,
      @Nullable Script cleanup,
      @Nullable Workload tables,
      Consumer<String> debug) {
    this.scripts = List.copyOf(scripts);
    this.defined = Map.copyOf(defined);
    this.transactionPerFile = transactionPerFile;
    this.debug = debug;
    this.init = init;
    this.cleanup = cleanup;
    this.tables = tables;
    BadInputException.check(
        !scripts.stream().allMatch(one -> one.weight() == 0),
        "no script has a weight above 0: give one, such as my.sql@1");
    Set<String> distinct = new LinkedHashSet<>();
    if (transactionPerFile) {
      scripts.forEach(ScriptWorkload::checkFree);
      distinct.addAll(List.of(BEGIN, COMMIT));
    }
    scripts.stream()
        .flatMap(one -> one.script().sql().stream())
        .filter(ScriptStatement::isReused)
        .map(ScriptStatement::sql)
        .forEach(distinct::add);
    texts = List.copyOf(distinct);
    texts.forEach(text -> numbers.put(text, numbers.size()));
    statistics = new ScriptStatistics(scripts.stream().map(WeightedScript::script).toList());
  }

  private static void checkFree(WeightedScript one) {
    for (ScriptStatement statement : one.script().sql()) {
      String ends =
          switch (statement.kind()) {
            case BEGIN, COMMIT -> statement.sql();
            case DDL -> "a statement that commits";
            default -> "";
          };
      BadInputException.check(
          ends.isEmpty(),
          words(
              "%s: %s in a file that --transaction=file makes a transaction: leave one of them"
                  + " out",
              statement.place(), ends));
    }
  }

  /** Rules by which its files were read. */
  Grammar grammar() {
    return scripts.get(0).script().grammar();
  }

  List<WeightedScript> scripts() {
    return scripts;
  }

  Map<String, String> defined() {
    return defined;
  }

  boolean transactionPerFile() {
    return transactionPerFile;
  }

  /** The name of the workload whose tables it takes; absent if they are the user's. */
  @Nullable String tablesOf() {
    return tables == null ? null : tables.info().name();
  }

  /** Returns true if the rows of a CSV file are read only once in the whole run. */
  public boolean readsRowsOnce() {
    return scripts.stream().anyMatch(one -> !one.script().filesUsedUp().isEmpty());
  }

  /** Notes on statements that are allowed in scripts but probably not intended. */
  @Override
  public List<String> notes(Params params) {
    return scripts.stream().flatMap(one -> one.script().warnings().stream()).toList();
  }

  /** Counts of each statement so far. */
  public ScriptStatistics statistics() {
    return statistics;
  }

  @Override
  public List<StatementRows> rows() {
    return statistics.lines();
  }

  @Override
  public WorkloadInfo info() {
    return tables == null
        ? INFO
        : new WorkloadInfo(NAME, INFO.version(), INFO.summary(), tables.info().params());
  }

  /** The SQL is the user's; tables of bmt's are created by SQL of MySQL and MariaDB. */
  @Override
  public boolean isOfMysqlFamily() {
    return tables != null;
  }

  @Override
  public List<Table> tables(Params params, int threads) {
    return tables == null ? List.of() : tables.tables(params, threads);
  }

  @Override
  public int statementsPerConnection(Params params) {
    return texts.size();
  }

  @Override
  public int preparedFirst(Params params) {
    if (preparesFirst()) {
      return texts.size();
    }
    return transactionPerFile ? 2 : 0; // BEGIN and COMMIT
  }

  /**
   * True if statements are prepared before the load; not if a file changes a condition of
   * preparing, because each connection executes all files.
   */
  boolean preparesFirst() {
    return sql().noneMatch(statement -> statement.kind().changesPreparing());
  }

  @Override
  public List<String> kinds(Params params) {
    return scripts.stream().map(one -> one.script().file()).toList();
  }

  @Override
  public @Nullable Integer addsRows(Params params) {
    return sql().allMatch(statement -> statement.kind() == StatementKind.READ) ? 0 : null;
  }

  /**
   * Statements that may write only to temporary tables do not count: they are allowed everywhere.
   */
  @Override
  public boolean writes(Params params) {
    return sql().anyMatch(statement -> statement.kind() == StatementKind.WRITE)
        && sql().noneMatch(statement -> statement.kind() == StatementKind.ANY);
  }

  /** A script may call procedures and send statements of any kind. */
  @Override
  public boolean countsAreKnown(Params params) {
    return false;
  }

  @Override
  public void prepare(Connection connection, Params params) throws SQLException {
    checkGrammar(connection);
    once(init, connection);
  }

  @Override
  public boolean cleansUp() {
    return cleanup != null;
  }

  @Override
  public void cleanUp(Connection connection) throws SQLException {
    once(cleanup, connection);
  }

  /**
   * Compares the rules by which files were read with those of a session.
   *
   * @throws BadInputException when the server would read another statement than bmt
   */
  private void checkGrammar(Connection connection) throws SQLException {
    Grammar session = Grammar.of(grammar().dialect(), connection);
    Stream<Script> once =
        Stream.of(Optional.ofNullable(init), Optional.ofNullable(cleanup))
            .flatMap(Optional::stream);
    Stream.concat(scripts.stream().map(WeightedScript::script), once)
        .filter(script -> !script.readsAlike(session))
        .findFirst()
        .ifPresent(
            script -> {
              throw new BadInputException(
                  script.file()
                      + ": sql_mode of the server changes how it reads this file: give bmt the same"
                      + " by sessionVariables=sql_mode='…' in --url, or by --server-option");
            });
  }

  private void once(@Nullable Script script, Connection connection) throws SQLException {
    if (script == null) {
      return;
    }
    ScriptWorkload once =
        new ScriptWorkload(List.of(new WeightedScript(script, 1)), defined, false, debug);
    Session session = once.newSession(new SessionContext(Params.resolve(INFO, Map.of()), 0, 1, 1));
    try (Session.Attached attached = session.use(connection)) {
      session.next();
      session.execute(new StatementCounts());
    }
  }

  /**
   * The plan of each distinct statement, with values that its script gives its variables. Changes
   * nothing: only SELECTs with {@code \gset} are executed, read-only.
   *
   * @param connection connection that sends values as text, so that the server plans for them; its
   *     database may have changed afterwards
   * @throws SQLException when the server does not answer any more
   */
  public List<StatementPlan> plans(Connection connection, SessionContext context)
      throws SQLException {
    checkGrammar(connection);
    return new PlanReader(this, context, connection).read();
  }

  @Override
  public Set<String> privileges(Params params) {
    return Set.of();
  }

  @Override
  public Session newSession(SessionContext context) {
    return new ScriptSession(this, context);
  }

  Stream<ScriptStatement> sql() {
    return scripts.stream().flatMap(one -> one.script().sql().stream());
  }

  /** Gives a session's variables of a script their first values. */
  void define(Script script, Frame frame, SessionContext context) {
    Map<String, Integer> slots = script.slots();
    long seed = context.seed();
    frame.setLong(slots.getOrDefault(Script.CLIENT_ID, 0), context.worker());
    frame.setLong(slots.getOrDefault(Script.RANDOM_SEED, 0), seed);
    frame.setLong(slots.getOrDefault(Script.DEFAULT_SEED, 0), SplitMix64.mix(seed) >>> 1);
    defined.forEach(
        (name, value) -> {
          Integer slot = slots.get(name);
          if (slot != null) {
            frame.setGiven(slot, value);
          }
        });
  }

  Consumer<String> debug() {
    return debug;
  }

  int number(String text) {
    return Objects.requireNonNull(numbers.get(text));
  }

  List<String> texts() {
    return texts;
  }
}
