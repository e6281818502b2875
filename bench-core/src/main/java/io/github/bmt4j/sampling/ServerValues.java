package io.github.bmt4j.sampling;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.jdbc.ServerFacts;
import io.github.bmt4j.jdbc.ServerKey;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.jdbc.ServerPulse;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.preflight.ReplicaState;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads the values for a server's figures, by SQL. Used by one thread at a time. */
final class ServerValues {
  static final String PROCESS_SECONDS = "process.seconds";
  static final String STATEMENT_SECONDS = "Cpu_time";
  static final String REPLICA_LAG = "replica.lag";

  /** The server's age, and that of its counters, in s. */
  static final String UPTIME = "Uptime";

  static final String SINCE_FLUSH = "Uptime_since_flush_status";

  private static final String STATUS =
      """
      SHOW GLOBAL STATUS WHERE Variable_name IN (
        'Connections', 'Cpu_time', 'Innodb_checkpoint_age', 'Innodb_data_fsyncs', 'Innodb_data_read',
        'Innodb_data_reads', 'Innodb_data_writes', 'Innodb_data_written',
        'Innodb_history_list_length', 'Innodb_log_writes', 'Innodb_os_log_written',
        'Innodb_redo_log_checkpoint_lsn', 'Innodb_redo_log_current_lsn', 'Innodb_row_lock_time',
        'Innodb_row_lock_waits', 'Questions', 'Threads_running', 'Uptime',
        'Uptime_since_flush_status')
      """;

  /** Files of InnoDB: sums are in ps; flushes are most of what is neither read nor write. */
  private static final String FILES =
      """
      SELECT SUBSTRING_INDEX(event_name, '/', -1), count_read, sum_timer_read, count_misc, sum_timer_misc
      FROM performance_schema.file_summary_by_event_name
      WHERE event_name IN ('wait/io/file/innodb/innodb_data_file', 'wait/io/file/innodb/innodb_log_file')
      """;

  private static final String HISTORY =
      "SELECT 'Innodb_history_list_length', COUNT FROM information_schema.INNODB_METRICS"
          + " WHERE NAME = 'trx_rseg_history_len'";

  private static final String DIGESTS =
      """
      SELECT 'Cpu_time', SUM(SUM_CPU_TIME) / 1e12
      FROM performance_schema.events_statements_summary_by_digest
      WHERE EXISTS (SELECT 1 FROM performance_schema.setup_consumers
        WHERE NAME = 'events_statements_cpu' AND ENABLED = 'YES')
      """;

  private static final String AURORA =
      "SELECT 'replica', cpu, replica_lag_in_milliseconds / 1000 AS lag"
          + " FROM information_schema.replica_host_status WHERE server_id = @@aurora_server_id";

  /** Versions whose {@code Cpu_time} grows by 10 in a second of CPU time. */
  private static final Set<String> OTHER_UNIT =
      Set.of(
          "MariaDB 10.5.28",
          "MariaDB 10.6.21",
          "MariaDB 10.11.11",
          "MariaDB 11.4.5",
          "MariaDB 11.7.2");

  private final SampledServer server;
  private final Clock clock;
  private @Nullable ServerProduct product;
  private String identity = "";
  private final List<Probe> probes = new ArrayList<>();
  private final Map<ServerFigure, String> notTold = new EnumMap<>(ServerFigure.class);
  private @Nullable ProcessHandle process;
  private boolean replica = true;
  private long asked;
  private long selects;

  private record Probe(String sql, List<ServerFigure> figures) {}

  ServerValues(SampledServer server, Clock clock) {
    this.server = server;
    this.clock = clock;
  }

  private void choose(ServerFacts facts) {
    Map<String, String> variables = facts.variables();
    String noFiles =
        "ON".equals(variables.get("performance_schema")) ? "" : "performance_schema is OFF";
    probe(
        FILES,
        noFiles,
        ServerFigure.READ_LATENCY,
        ServerFigure.FLUSH_LATENCY,
        ServerFigure.REDO_FLUSH_LATENCY);
    if (facts.product().isMariaDb()) {
      notTold.put(ServerFigure.REDO_FLUSH_LATENCY, "MariaDB does not time files of the redo log");
      if (!"ON".equals(variables.get("userstat"))) {
        notTold.put(ServerFigure.STATEMENT_CPU, "userstat is OFF");
      } else if (OTHER_UNIT.contains(facts.product().toString())) {
        notTold.put(ServerFigure.STATEMENT_CPU, "this version counts in another unit (MDEV-36586)");
      }
    } else {
      probe(DIGESTS, "", ServerFigure.STATEMENT_CPU);
      notTold.put(ServerFigure.STATEMENT_CPU, "the consumer events_statements_cpu is off");
      probe(HISTORY, "", ServerFigure.HISTORY_LENGTH);
    }
    if (!variables.getOrDefault("aurora_version", "").isEmpty()) {
      probe(AURORA, "", ServerFigure.INSTANCE_CPU, ServerFigure.REPLICA_LAG);
    }
  }

  private void probe(String sql, String obstacle, ServerFigure... figures) {
    if (obstacle.isEmpty()) {
      probes.add(new Probe(sql, List.of(figures)));
    } else {
      List.of(figures).forEach(figure -> notTold.put(figure, obstacle));
    }
  }

  void connected(Connection connection) throws SQLException {
    asked += product == null ? 5 : 2;
    if (product == null) {
      ServerFacts facts = ServerFacts.read(connection);
      choose(facts);
      product = facts.product();
    }
    identity = ServerKey.read(connection).server();
    replica = true;
    Target target = server.connector().target();
    boolean here = JdbcUrl.isOnThisMachine(target.url());
    asked += here && target.process() == null ? 3 : 0;
    process = here ? ServerProcess.of(connection, target, clock).orElse(null) : null;
    if (process == null) {
      notTold.put(
          ServerFigure.CPU,
          here ? "the server's process is not visible" : "the server is not on this machine");
    }
  }

  Map<String, Double> status(Connection connection) throws SQLException {
    asked++;
    Map<String, Double> values = new TreeMap<>();
    Sql.pairs(connection, STATUS).forEach((name, text) -> put(values, name, text));
    Double current = values.remove("Innodb_redo_log_current_lsn");
    Double checkpoint = values.remove("Innodb_redo_log_checkpoint_lsn");
    if (current != null && checkpoint != null) {
      values.put(ServerFigure.CHECKPOINT_AGE.value(), current - checkpoint);
    }
    if (notTold.containsKey(ServerFigure.STATEMENT_CPU)) {
      values.remove(STATEMENT_SECONDS);
    }
    Optional.ofNullable(process)
        .flatMap(found -> found.info().totalCpuDuration())
        .ifPresent(used -> values.put(PROCESS_SECONDS, used.toNanos() / 1e9));
    return values;
  }

  Map<String, Double> rare(Connection connection) throws SQLException {
    Map<String, Double> values = new TreeMap<>();
    for (Probe probe : List.copyOf(probes)) {
      asked++;
      try {
        read(connection, probe.sql(), values);
        selects++;
      } catch (SQLException e) {
        if (!ServerPulse.isAnswer(e)) {
          throw e;
        }
        selects++;
        probes.remove(probe);
        probe.figures().forEach(figure -> notTold.put(figure, String.valueOf(e.getMessage())));
      }
    }
    return values;
  }

  /** Adds the lag of a replica, unless a probe tells it. */
  void lag(Connection connection, Map<String, Double> values) {
    if (!replica
        || probes.stream().anyMatch(one -> one.figures().contains(ServerFigure.REPLICA_LAG))) {
      return;
    }
    asked++;
    ReplicaState state =
        ReplicaState.read(connection, Objects.requireNonNull(product, "connected"));
    replica = !state.sources().isEmpty();
    state.sources().stream()
        .map(ReplicaState.Source::claimedSeconds)
        .filter(Objects::nonNull)
        .max(Long::compare)
        .ifPresent(seconds -> values.put(REPLICA_LAG, (double) seconds));
    notTold.put(
        ServerFigure.REPLICA_LAG,
        replica
            ? "replication is stopped"
            : state.unknown().isEmpty() ? "the server is no replica" : state.unknown());
  }

  private static void read(Connection connection, String sql, Map<String, Double> values)
      throws SQLException {
    for (Map<String, String> row : Sql.rows(connection, sql)) {
      String first = row.values().iterator().next();
      boolean alone = row.size() == 2;
      row.entrySet().stream()
          .skip(1)
          .forEach(one -> put(values, first + (alone ? "" : "." + one.getKey()), one.getValue()));
    }
  }

  private static void put(Map<String, Double> values, String name, String text) {
    try {
      values.put(name, new BigDecimal(text).doubleValue());
    } catch (NumberFormatException e) {
      // The value is no number on this server.
    }
  }

  String identity() {
    return identity;
  }

  long asked() {
    return asked;
  }

  long selects() {
    return selects;
  }

  String reason(ServerFigure figure) {
    boolean expected = figure != ServerFigure.INSTANCE_CPU || notTold.containsKey(figure);
    return expected ? notTold.getOrDefault(figure, "the server has no " + figure.value()) : "";
  }
}
