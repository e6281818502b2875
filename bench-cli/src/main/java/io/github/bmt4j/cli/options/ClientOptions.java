package io.github.bmt4j.cli.options;

import io.github.bmt4j.cli.options.Marked.Mark;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.HikariConnections;
import io.github.bmt4j.jdbc.PoolProperties;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.load.IgnoredErrors;
import io.github.bmt4j.load.run.ClientScenario;
import io.github.bmt4j.workload.Consume;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of a load's client: pool, statements, retries, result sets. */
@Section("Client")
public final class ClientOptions {
  private static final String IGNORE = "--mysql-ignore-errors";

  @Marked(Mark.FOR_CONCURRENT_LOAD)
  @Option(
      names = "--pool",
      paramLabel = "<pool>",
      description =
          "hikari (default): a connection is borrowed for every transaction; none (default with"
              + " --reconnect): one connection for each thread")
  @Nullable Pool pool;

  @Within(least = 0)
  @Option(
      names = "--reconnect",
      paramLabel = "<n>",
      defaultValue = "0",
      description =
          "each thread closes its connection after this many transactions and opens another one,"
              + " without a pool (default 0: never)")
  int reconnect;

  @Option(
      names = "--pool-size",
      paramLabel = "<n>",
      description =
          "connections of the pool, fewer or more than threads; also measures the time to borrow"
              + " one (default: one for each thread)")
  @Nullable Integer poolSize;

  @Mixin PoolOptions properties;

  @Marked(Mark.FOR_CONCURRENT_LOAD)
  @Option(
      names = "--db-ps-mode",
      paramLabel = "<mode>",
      description =
          "auto (default): statements are prepared on the server; disable (default with tpcc --mode"
              + " sysbench, as in sysbench-tpcc): statements are sent as text")
  @Nullable PsMode psMode;

  @Marked(Mark.FOR_CONCURRENT_LOAD)
  @Option(
      names = IGNORE,
      paramLabel = "<codes>",
      description =
          "errors that are retried after a rollback: codes, or the sets innodb (default:"
              + " 1213, 1020, 1205), galera, group-replication, aurora; or all, or none; for"
              + " servers other than MySQL and MariaDB: sqlstate-40 (default), all or none")
  @Nullable String ignoreErrors;

  @Within(least = 0)
  @Marked(Mark.FOR_CONCURRENT_LOAD)
  @Option(
      names = "--max-retries",
      paramLabel = "<n>",
      defaultValue = "10",
      description = "maximum retries of an operation (default ${DEFAULT-VALUE})")
  int maxRetries;

  @Option(
      names = "--consume",
      paramLabel = "<what>",
      defaultValue = "none",
      description =
          "how much of a result set is read: none (default: fetched but not decoded, as in"
              + " sysbench), first-column, all")
  Consume consume;

  @Option(
      names = "--by-statement",
      arity = "0..1",
      fallbackValue = "on",
      paramLabel = "on|off",
      description =
          "also measure every statement of a transaction (default off; costs two clock readings per"
              + " statement)")
  boolean byStatement;

  /** Source of connections. */
  enum Pool {
    HIKARI,
    NONE
  }

  /** Transactions on a connection; absent if it is kept. */
  @Nullable Integer reconnect() {
    return reconnect == 0 ? null : (Integer) reconnect;
  }

  private Pool pool() {
    return pool != null ? pool : reconnect == 0 ? Pool.HIKARI : Pool.NONE;
  }

  private PoolProperties properties(int threads) {
    boolean none = pool() == Pool.NONE;
    Checks.check(
        reconnect == 0 || none, "--reconnect", " requires --pool=none: a pool keeps connections");
    Checks.check(poolSize == null || !none, "--pool-size", " requires --pool=hikari");
    int size = poolSize == null ? threads : LoadOptions.threads("--pool-size", poolSize);
    return properties.properties(
        poolSize == null ? Map.of() : Map.of(PoolOptions.SIZE, "--pool-size"),
        Map.of(),
        none ? null : HikariConnections.config(size));
  }

  private List<String> codes(boolean generic) {
    String words =
        Objects.requireNonNullElse(
            ignoreErrors, generic ? IgnoredErrors.SQLSTATE_40 : IgnoredErrors.USUAL);
    String said = "=" + words + ": give ";
    if (generic) {
      Checks.check(
          List.of(IgnoredErrors.SQLSTATE_40, "all", "none").contains(words),
          IGNORE,
          said + "sqlstate-40, all, or none: the codes are those of MySQL and MariaDB");
      return words.equals("none") ? List.of() : List.of(words);
    }
    return IgnoredErrors.codes(words)
        .orElseThrow(
            () ->
                new BadInputException(
                    IGNORE,
                    said
                        + "error codes such as 1213,1205, or innodb, galera, group-replication,"
                        + " aurora, all, or none"));
  }

  /**
   * The client with bmt's own driver, checked.
   *
   * @param original mode of statements in the workload's original
   * @param generic true if the servers are outside the MySQL family
   * @param threads most threads of the load
   */
  ClientScenario scenario(PsMode original, boolean generic, int threads) {
    PoolProperties given = properties(threads);
    PoolProperties others = given.without(PoolOptions.SIZE);
    Integer size = given.size();
    return new ClientScenario(
        ClientScenario.Driver.OWN,
        Converters.word(pool()),
        size == null ? poolSize : (Integer) LoadOptions.threads(PoolProperties.OPTION, size),
        others.equals(PoolProperties.NONE) ? null : others,
        Converters.word(psMode == null ? original : psMode),
        codes(generic),
        maxRetries,
        consume.word(),
        byStatement);
  }
}
