package io.github.bmt4j.server.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.Failure;
import io.github.bmt4j.outcome.OutcomeKind;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Queries;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.server.SmallDisk;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A server whose folder of temporary files is full: a file system in memory, of 2 MB. */
class TmpFullIT {
  private static final int PATIENCE_MILLIS = 60_000;

  static Stream<Supplier<TargetSpec>> kinds() {
    return Stream.of(ItServers::embedded, ItServers::local);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void statementsThatDoNotFitEndWithACodeAndTheTableStaysIntact(Supplier<TargetSpec> kind)
      throws Exception {
    try (Server lab =
        ItServers.open(
            kind.get(), // Aria keeps what it can of temporary tables in this cache, and writes only
            // the rest.
            List.of(
                "aria_pagecache_buffer_size=1M", "sort_buffer_size=64K", "tmp_table_size=64K"))) {
      Queries.execute(
          lab.target(),
          "CREATE TABLE t (a INT PRIMARY KEY, r INT NOT NULL, s CHAR(90) NOT NULL) CHARACTER SET"
              + " latin1 AS WITH RECURSIVE n AS (SELECT 1 a UNION ALL SELECT a + 1 FROM n WHERE a <"
              + " 1000) SELECT 1000 * (x.a - 1) + y.a AS a, 7919 * (1000 * (x.a - 1) + y.a) %"
              + " 1000003 AS r, REPEAT('x', 90) AS s FROM n x, n y WHERE x.a <= 60");
      String checksum = checksum(lab);
      Path tmp = Path.of(Queries.one(lab.target(), "SELECT @@tmpdir"));
      try (SmallDisk disk = SmallDisk.mount(tmp, "2m")) {
        assertEnds(lab, "SELECT * FROM t ORDER BY r, s", OutcomeKind.NO_SPACE);
        assertEnds(lab, "SELECT COUNT(DISTINCT r, s) FROM t", OutcomeKind.NO_SPACE);
        assertEnds(lab, "SELECT r, s, COUNT(*) FROM t GROUP BY r, s", OutcomeKind.NO_SPACE);
        assertEnds(lab, "ALTER TABLE t ADD INDEX k (s, r)", OutcomeKind.NO_SPACE);
        assertThat(checksum(lab)).isEqualTo(checksum);
      }
      assertThat(Queries.one(lab.target(), "SELECT COUNT(DISTINCT r, s) FROM t"))
          .isEqualTo("60000");
      Queries.execute(lab.target(), "ALTER TABLE t ADD INDEX k (s, r)");
    }
  }

  private static void assertEnds(Server lab, String sql, OutcomeKind end) throws SQLException {
    try (Connection connection = new Connector(lab.target(), PsMode.AUTO, 0).connect();
        Statement statement = connection.createStatement()) {
      connection.setNetworkTimeout(Runnable::run, PATIENCE_MILLIS);
      Failure failure =
          Failure.of(
              assertThrows(SQLException.class, () -> drain(statement, sql)), ErrorPhase.STATEMENT);
      assertThat(OutcomeKind.of(failure)).as("%s: %s", sql, failure).isEqualTo(end);
    }
  }

  private static void drain(Statement statement, String sql) throws SQLException {
    if (statement.execute(sql)) {
      try (ResultSet rows = statement.getResultSet()) {
        while (rows.next()) {
          rows.getString(1);
        }
      }
    }
  }

  private static String checksum(Server lab) throws SQLException {
    try (Connection connection = new Connector(lab.target(), PsMode.AUTO, 0).connect()) {
      return Sql.pairs(connection, "CHECKSUM TABLE t").toString();
    }
  }
}
