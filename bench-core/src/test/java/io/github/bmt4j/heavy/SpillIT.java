package io.github.bmt4j.heavy;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.heavy.StatementEvidence.Place;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.ServerFacts;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.server.SharedServers;
import io.github.bmt4j.workload.HeavyStatement.Kind;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whether a statement was done in memory or on disk, on real servers with little memory and much.
 */
class SpillIT {
  private static final String KNOWN =
      """
      general_log slow_query_log innodb_adaptive_hash_index innodb_io_capacity_max
      innodb_log_buffer_size innodb_flush_neighbors innodb_read_io_threads innodb_write_io_threads
      binlog_row_image thread_handling sort_buffer_size tmp_table_size max_heap_table_size
      join_buffer_size tmpdir innodb_tmpdir innodb_sort_buffer_size innodb_temp_data_file_path\
      """;

  private static final String KNOWN_OF_MARIADB =
      """
      query_cache_size thread_pool_size rpl_semi_sync_master_enabled aria_pagecache_buffer_size
      tmp_disk_table_size max_statement_time\
      """;

  private static final String KNOWN_OF_MYSQL =
      """
      temptable_max_ram temptable_max_mmap internal_tmp_mem_storage_engine max_execution_time\
      """;

  private static final int ROWS = 40_000;
  private static final String LITTLE =
      "SET sort_buffer_size = 32768, tmp_table_size = 65536, max_heap_table_size = 65536,"
          + " join_buffer_size = 32768";
  private static final String MUCH =
      "SET sort_buffer_size = 67108864, tmp_table_size = 268435456, max_heap_table_size ="
          + " 268435456, join_buffer_size = 67108864";
  private static final Map<String, Server> LABS = new TreeMap<>();

  static Stream<Supplier<TargetSpec>> servers() {
    return Stream.of(ItServers::embedded, ItServers::local, ItServers::anyMysql);
  }

  @AfterAll
  static void close() {
    LABS.values().forEach(Server::close);
    LABS.clear();
  }

  @ParameterizedTest
  @MethodSource("servers")
  void aSortSpillsWithALittleBufferAndWithHalfOfItAndNotWithMuch(Supplier<TargetSpec> server)
      throws Exception {
    try (Watched watched = watched(server)) {
      String sort = "SELECT * FROM big ORDER BY r DESC";
      StatementEvidence little = watched.run(LITTLE, sort);
      assertThat(little.place()).isEqualTo(Place.SPILLED);
      assertThat(little.sortMergePasses()).isGreaterThan(3);
      assertThat(little.counters()).containsEntry("Sort_rows", (long) ROWS);
      // Some servers count rows that are read back from the disk again, or most of them.
      assertThat(little.rowsExamined()).isBetween((long) ROWS, 2L * ROWS);
      assertThat(little.handlerReads()).isBetween((long) ROWS, ROWS + 3L);
      StatementEvidence few = watched.run("SET sort_buffer_size = 3000000", sort);
      assertThat(few.place()).isEqualTo(Place.SPILLED);
      assertThat(few.sortMergePasses()).isEqualTo(1);
      StatementEvidence much = watched.run(MUCH, sort);
      assertThat(much.place()).as("%s", much).isEqualTo(Place.MEMORY);
      assertThat(much.sortMergePasses()).isZero();
      assertThat(much.temporaryTablesOnDisk()).isZero();
    }
  }

  @ParameterizedTest
  @MethodSource("servers")
  void groupsDistinctValuesAndDerivedTablesSpillWithLittleMemoryOnly(Supplier<TargetSpec> server)
      throws Exception {
    try (Watched watched = watched(server)) {
      for (String sql :
          List.of(
              "SELECT r, COUNT(*) FROM big GROUP BY r",
              "SELECT COUNT(DISTINCT r) FROM big",
              "SELECT COUNT(DISTINCT r, s) FROM big",
              "SELECT COUNT(*) FROM (SELECT DISTINCT r, s FROM big) q",
              "SELECT r FROM big UNION SELECT id FROM big")) {
        StatementEvidence little = watched.run(LITTLE, sql);
        assertThat(little.place()).as("%s: %s", sql, little).isEqualTo(Place.SPILLED);
        assertThat(little.reasons()).isNotEmpty();
        StatementEvidence much = watched.run(MUCH, sql);
        assertThat(much.place()).as("%s: %s", sql, much).isEqualTo(Place.MEMORY);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("servers")
  void filesThatMayBeAnothersAreNotTakenForMemory(Supplier<TargetSpec> server) throws Exception {
    String sql = "SELECT COUNT(DISTINCT r) FROM big";
    try (Watched watched = watched(server);
        Connection other = connect(lab(server));
        Statement others = other.createStatement()) {
      others.execute(LITTLE);
      watched.execute(MUCH);
      StatementWatch watch = new StatementWatch(watched.connection, watched.control, watched.kind);
      watched.execute(sql);
      others.executeQuery(sql).close();
      StatementEvidence evidence = watched.evidence(Kind.QUERY, watch.end());
      if (watched.kind.isMariaDb()) {
        assertThat(evidence.place()).isNull();
        assertThat(evidence.reasons())
            .containsExactly(
                "the server made 1 temporary file meanwhile and does not report for which"
                    + " session");
      } else {
        assertThat(evidence.place()).isEqualTo(Place.MEMORY);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("servers")
  void readingTheCountersIsNotCounted(Supplier<TargetSpec> server) throws Exception {
    try (Watched watched = watched(server)) {
      StatementWatch watch = new StatementWatch(watched.connection, watched.control, watched.kind);
      Map<String, Long> session = watch.end().session();
      assertThat(session).containsKeys("Handler_read_rnd_next", "Sort_merge_passes");
      assertThat(session.values()).as("%s", session).containsOnly(0L);
    }
  }

  @ParameterizedTest
  @MethodSource("servers")
  void aTemporaryTableLiesInItsTablespaceUnlessItsQuerySpillsToo(Supplier<TargetSpec> server)
      throws Exception {
    try (Watched watched = watched(server)) {
      String make = "CREATE TEMPORARY TABLE zzz AS SELECT * FROM big";
      StatementEvidence plain = watched.run(Kind.TEMPORARY_TABLE, MUCH, make);
      assertThat(plain.place()).as("%s", plain).isEqualTo(Place.TABLESPACE);
      if (!watched.kind.isMariaDb()) {
        assertThat(plain.temporaryBytes()).isBetween(4_000_000L, 20_000_000L);
      }
      watched.execute("DROP TEMPORARY TABLE zzz");
      StatementEvidence sorted =
          watched.run(Kind.TEMPORARY_TABLE, LITTLE, make + " ORDER BY r LIMIT 39999");
      assertThat(sorted.place()).as("%s", sorted).isEqualTo(Place.SPILLED);
    }
  }

  @ParameterizedTest
  @MethodSource("servers")
  void aHashJoinSpillsOnMysqlOnly(Supplier<TargetSpec> server) throws Exception {
    try (Watched watched = watched(server)) {
      String join =
          "SELECT COUNT(*), MAX(b.s) FROM big a JOIN big b ON a.r = b.r + 0"
              + " WHERE a.id < 3000 AND b.id < 3000";
      StatementEvidence little = watched.run(LITTLE, join);
      assertThat(little.place())
          .as("%s", little)
          .isEqualTo(watched.kind.isMariaDb() ? Place.MEMORY : Place.SPILLED);
      assertThat(watched.run(MUCH, join).place()).isEqualTo(Place.MEMORY);
    }
  }

  @Test
  void temporaryTablesInMappedFilesAreSpilled() throws Exception {
    try (Watched watched = watched(ItServers::anyMysql)) {
      watched.execute("SET GLOBAL temptable_max_ram = 2097152");
      watched.execute("SET GLOBAL temptable_max_mmap = 1073741824");
      StatementEvidence mapped;
      try {
        mapped = watched.run(MUCH, "SELECT COUNT(*) FROM (SELECT DISTINCT r, s FROM big) q");
      } finally {
        watched.execute("SET GLOBAL temptable_max_ram = DEFAULT");
        watched.execute("SET GLOBAL temptable_max_mmap = DEFAULT");
      }
      assertThat(mapped.temporaryTablesOnDisk()).isZero();
      assertThat(mapped.place()).as("%s", mapped).isEqualTo(Place.SPILLED);
      assertThat(mapped.reasons()).singleElement().asString().contains("mapped file");
    }
  }

  @ParameterizedTest
  @MethodSource("servers")
  void theVariablesThatDecideItAndTheSpeedOfALoadAreKnown(Supplier<TargetSpec> server)
      throws Exception {
    try (Watched watched = watched(server)) {
      assertThat(ServerFacts.read(watched.control).variables())
          .containsKeys(KNOWN.split("\\s+", -1))
          .containsKeys(
              (watched.kind.isMariaDb() ? KNOWN_OF_MARIADB : KNOWN_OF_MYSQL).split("\\s+", -1));
    }
  }

  /** A connection with the table, one to look at it, and what the server is. */
  private static final class Watched implements AutoCloseable {
    private final Connection connection;
    private final Connection control;
    private final ServerProduct kind;

    private Watched(Server lab) throws SQLException {
      connection = connect(lab);
      control = connect(lab);
      kind = ServerProduct.read(control);
    }

    StatementEvidence run(String settings, String sql) throws SQLException {
      return run(Kind.QUERY, settings, sql);
    }

    StatementEvidence run(Kind statement, String settings, String sql) throws SQLException {
      execute(settings);
      StatementWatch watch = new StatementWatch(connection, control, kind);
      execute(sql);
      return evidence(statement, watch.end());
    }

    StatementEvidence evidence(Kind statement, StatementWatch.Readings readings) {
      return SpillJudgement.evidence(
          kind, statement, readings.session(), readings.serverWide(), readings.temporaryBytes());
    }

    void execute(String sql) throws SQLException {
      try (Statement statement = connection.createStatement()) {
        if (statement.execute(sql)) {
          try (ResultSet rows = statement.getResultSet()) {
            while (rows.next()) {
              rows.getString(1);
            }
          }
        }
      }
    }

    @Override
    public void close() throws SQLException {
      connection.close();
      control.close();
    }
  }

  private static Watched watched(Supplier<TargetSpec> server) throws Exception {
    return new Watched(lab(server));
  }

  private static Server lab(Supplier<TargetSpec> server) throws Exception {
    TargetSpec spec = server.get();
    Server open = LABS.get(spec.toString());
    if (open != null) {
      return open;
    }
    Server lab = SharedServers.use(spec);
    LABS.put(spec.toString(), lab);
    try (Connection connection = connect(lab);
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE big (id INT PRIMARY KEY, r INT NOT NULL, s VARCHAR(100) NOT NULL)"
              + " CHARACTER SET latin1");
      for (int from = 0; from < ROWS; from += 10_000) {
        StringBuilder insert = new StringBuilder("INSERT INTO big VALUES ");
        IntStream.range(from, from + 10_000)
            .forEach(
                id ->
                    insert
                        .append(id % 10_000 == 0 ? "" : ",")
                        .append("(" + id + "," + id * 7919L % 1_000_003 + ",'")
                        .append("x".repeat(90))
                        .append("')"));
        statement.execute(insert.toString());
      }
      statement.execute("ANALYZE TABLE big");
    }
    return lab;
  }

  private static Connection connect(Server lab) throws SQLException {
    return new Connector(lab.target(), PsMode.AUTO, 0).connect();
  }
}
