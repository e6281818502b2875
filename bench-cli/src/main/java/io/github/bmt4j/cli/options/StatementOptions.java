package io.github.bmt4j.cli.options;

import io.github.bmt4j.heavy.StatementScenario.Form;
import io.github.bmt4j.heavy.StatementScenario.Timed;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.workload.HeavyStatement;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options with which heavy statements are timed one by one. */
@Section("Heavy statements (local_storage, statistics), timed one by one")
public final class StatementOptions {
  /** Any version will do: whether a statement can be split does not depend on the server. */
  private static final ServerProduct ANY_SERVER = ServerProduct.mariaDb(11, 4);

  @Within(least = 1, most = 1000)
  @Option(
      names = "--repeat",
      paramLabel = "<n>",
      defaultValue = "3",
      description =
          "timings of each statement in each form (default ${DEFAULT-VALUE}); with a load: runs,"
              + " each in a fresh JVM")
  public int repeat;

  @Option(
      names = "--form",
      paramLabel = "<form,…>",
      split = ",",
      hideParamSyntax = true,
      defaultValue = "whole,pieces",
      description =
          "whole, pieces, or both (default); statements that cannot be divided are whole only")
  List<Form> forms;

  @Within(least = 2, most = 1000)
  @Option(
      names = "--pieces",
      paramLabel = "<n>",
      defaultValue = "10",
      description = "maximum pieces of a statement (default ${DEFAULT-VALUE})")
  int pieces;

  @Option(
      names = "--ladder",
      paramLabel = "<rows,…>",
      split = ",",
      hideParamSyntax = true,
      description =
          "find the number of rows at which the server starts to spill, with a table of each size,"
              + " such as 10k,100k,1m")
  public @Nullable List<Long> ladder;

  @Option(
      names = "--cold",
      arity = "0..1",
      fallbackValue = "on",
      paramLabel = "on|off",
      defaultValue = "on",
      description =
          "restart a server that bmt started before each cold timing (default ${DEFAULT-VALUE})")
  boolean cold;

  @Option(
      names = "--verify",
      arity = "0..1",
      fallbackValue = "on",
      paramLabel = "on|off",
      defaultValue = "on",
      description =
          "compare results with the expected ones (default ${DEFAULT-VALUE}; off for tables that"
              + " bmt did not fill)")
  boolean verify;

  @Within(least = 0.001)
  @Option(
      names = "--statement-timeout",
      paramLabel = "<s>",
      description =
          "the server's time limit for a statement: max_statement_time, or MySQL's"
              + " max_execution_time (SELECT only)")
  @Nullable Duration statementTimeout;

  @Option(
      names = "--while",
      paramLabel = "<workload>",
      description =
          "time the statements once more during this load, such as oltp_read_write, and show how"
              + " they affect each other")
  public @Nullable String beside;

  @Option(
      names = "--while-threads",
      paramLabel = "<n>",
      defaultValue = "4",
      description = "threads of that load (default ${DEFAULT-VALUE})")
  public int besideThreads;

  @Option(
      names = "--while-table-size",
      paramLabel = "<n>",
      description = "rows in each table of that load (default: its --table-size)")
  public @Nullable Long besideTableSize;

  @Within(least = 0.5)
  @Option(
      names = "--baseline",
      paramLabel = "<s>",
      defaultValue = "10",
      description =
          "how long that load is measured alone, before and after (default ${DEFAULT-VALUE} s)")
  Duration baseline;

  /**
   * Statements, and the timing of each.
   *
   * @param threads largest number of connections that run a statement at the same moment
   */
  public Timed timed(List<HeavyStatement> statements, int threads) {
    return new Timed(
        statements.stream().map(HeavyStatement::name).toList(),
        forms(statements),
        pieces,
        connections(threads),
        repeat,
        cold,
        statementTimeout == null ? null : (Double) Converters.seconds(statementTimeout),
        verify);
  }

  private List<Form> forms(List<HeavyStatement> statements) {
    boolean apart =
        statements.stream().anyMatch(statement -> !statement.pieces(ANY_SERVER, 2).isEmpty());
    Checks.check(
        apart || forms.contains(Form.WHOLE),
        "--form",
        "=pieces: "
            + (statements.size() == 1
                ? statements.get(0).name() + " cannot be divided"
                : "none of the statements can be divided into pieces"));
    return apart ? forms.stream().distinct().toList() : List.of(Form.WHOLE);
  }

  public double baselineSeconds() {
    return Converters.seconds(baseline);
  }

  /** The rows of each step of the ladder, from the fewest on; empty without one. */
  public List<Long> ladder() {
    return ladder == null ? List.of() : ladder.stream().distinct().sorted().toList();
  }

  /**
   * Numbers of connections that run a statement at the same moment: 1, 2, 4 and so on up to the
   * threads.
   */
  private static List<Integer> connections(int threads) {
    IntStream fewer = IntStream.iterate(1, step -> step < threads, step -> 2 * step);
    return IntStream.concat(fewer, IntStream.of(threads)).boxed().toList();
  }
}
