package io.github.bmt4j.workload.script;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.SessionContext;
import io.github.bmt4j.workload.Table;
import io.github.bmt4j.workload.Workload;
import io.github.bmt4j.workload.WorkloadInfo;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The user's own scripts as a workload. Not a service: it is made of parsed files. Its tables are
 * the user's, and nothing of them is known or checked.
 */
public final class ScriptWorkload implements Workload {
  static final String BEGIN = "BEGIN";
  static final String COMMIT = "COMMIT";

  private static final WorkloadInfo INFO =
      new WorkloadInfo("sql", 1, "your own SQL, in files with pgbench's commands", List.of());

  private final List<WeightedScript> scripts;
  private final Map<String, String> defined;
  private final boolean transactionPerFile;
  private final Consumer<String> debug;
  private final List<String> texts;
  private final ScriptStatistics statistics;

  /**
   * A workload of scripts, each of which is a kind of its transactions.
   *
   * @param defined first values of variables: text, or a number where it is one
   * @param transactionPerFile whether each execution of a file is a transaction
   * @param debug takes the lines of the function debug(); called by all workers
   * @throws BadInputException when no weight is positive, or a file that is to be a transaction
   *     begins or commits one itself
   */
  public ScriptWorkload(
      List<WeightedScript> scripts,
      Map<String, String> defined,
      boolean transactionPerFile,
      Consumer<String> debug) {
    this.scripts = List.copyOf(scripts);
    this.defined = Map.copyOf(defined);
    this.transactionPerFile = transactionPerFile;
    this.debug = debug;
    if (scripts.stream().allMatch(one -> one.weight() == 0)) {
      throw new BadInputException("no script has a weight above 0: give one, such as my.sql@1");
    }
    Set<String> distinct = new LinkedHashSet<>();
    if (transactionPerFile) {
      scripts.forEach(ScriptWorkload::checkFree);
      distinct.addAll(List.of(BEGIN, COMMIT));
    }
    for (WeightedScript one : scripts) {
      one.script().sql().stream()
          .filter(statement -> statement.splices().isEmpty())
          .forEach(statement -> distinct.add(statement.sql()));
    }
    texts = List.copyOf(distinct);
    statistics = new ScriptStatistics(scripts.stream().map(WeightedScript::script).toList());
  }

  private static void checkFree(WeightedScript one) {
    for (ScriptStatement statement : one.script().sql()) {
      if (statement.kind() == StatementKind.BEGIN || statement.kind() == StatementKind.COMMIT) {
        throw new BadInputException(
            statement.place()
                + ": "
                + statement.sql()
                + " in a file that --transaction=file makes a transaction: leave one of them out");
      }
    }
  }

  /** What each statement did so far. */
  public ScriptStatistics statistics() {
    return statistics;
  }

  @Override
  public WorkloadInfo info() {
    return INFO;
  }

  @Override
  public List<Table> tables(Params params, int threads) {
    return List.of();
  }

  @Override
  public int statementsPerConnection(Params params) {
    return texts.size();
  }

  @Override
  public Set<String> privileges() {
    return Set.of();
  }

  @Override
  public Session newSession(SessionContext context) {
    return new ScriptSession(this, context);
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

  Consumer<String> debug() {
    return debug;
  }

  /** The distinct texts that a connection prepares. */
  List<String> texts() {
    return texts;
  }
}
