package io.github.bmt4j.ddl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.ddl.AlterResult.TableFacts;
import io.github.bmt4j.ddl.AlterScenario.Algorithm;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.statement.ServerConnections;
import io.github.bmt4j.tables.TablePreparer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The copy from which the definition that a tool is to make is read, and the binary log. */
class AlteredTableIT {
  private static final AlterChange CHANGE = new AlterChange("ADD COLUMN x INT");

  @ParameterizedTest
  @CsvSource({
    "embedded, STATEMENT",
    "embedded, MIXED",
    "embedded, ROW",
    "local, STATEMENT",
    "local, MIXED",
    "local, ROW",
    "mysql, STATEMENT"
  })
  void theCopyIsNotInTheBinaryLog(String server, String format) throws Exception {
    boolean mysql = server.equals("mysql");
    String column = mysql ? "`x` int DEFAULT NULL" : "`x` int(11) DEFAULT NULL";
    try (Server lab =
            ItServers.open(
                mysql
                    ? ItServers.mysqlContainer()
                    : server.equals("local") ? ItServers.local() : ItServers.embedded(),
                "log-bin=log",
                "binlog-format=" + format);
        Connection admin = connect(lab.target(), lab.target().user());
        Statement log = admin.createStatement()) {
      Sql.execute(
          admin,
          "CREATE TABLE sbtest1 (id INT PRIMARY KEY)",
          "CREATE USER few IDENTIFIED BY '" + lab.target().password().reveal() + "'",
          "GRANT SELECT, ALTER, CREATE, INSERT, CREATE TEMPORARY TABLES ON *.* TO few");
      AlteredTable table = table(lab.target());
      TableFacts before = table.facts(admin, ServerProduct.read(admin), null);

      try (Connection own = connect(lab.target(), lab.target().user())) {
        assertThat(table.wanted(own, CHANGE, before)).contains(column);
      }
      try (Connection few = connect(lab.target(), "few")) {
        if (format.equals("ROW")) {
          assertThat(table.wanted(few, CHANGE, before)).contains(column);
        } else {
          assertThatThrownBy(() -> table.wanted(few, CHANGE, before))
              .isInstanceOf(SQLException.class)
              .hasMessageStartingWith("its binary log would take the copy to replicas: ")
              .hasMessageContaining(mysql ? "SESSION_VARIABLES_ADMIN" : "BINLOG ADMIN");
        }
      }
      assertThat(logged(log)).contains("CREATE TABLE sbtest1").doesNotContain("bmt_wanted");

      // Without the precaution it is there.
      try (Connection plain = connect(lab.target(), "few")) {
        Sql.execute(plain, "CREATE TEMPORARY TABLE bmt_wanted LIKE sbtest1");
      }
      assertThat(logged(log).contains("CREATE TEMPORARY TABLE bmt_wanted"))
          .isEqualTo(!format.equals("ROW"));
    }
  }

  private static AlteredTable table(Target target) {
    Connector connector = new Connector(target, PsMode.DISABLE, 0);
    StopSignal stop = new StopSignal();
    return new AlteredTable(
        AlterBench.onExisting(AlterBench.order(1, List.of(CHANGE), List.of(Algorithm.DEFAULT))),
        new ServerConnections(connector, stop, ""),
        new TablePreparer(connector, Progress.SILENT, stop));
  }

  private static Connection connect(Target target, String user) throws SQLException {
    return DriverManager.getConnection(target.url(), user, target.password().reveal());
  }

  private static String logged(Statement log) throws SQLException {
    StringBuilder events = new StringBuilder();
    for (String file : Sql.pairs(log.getConnection(), "SHOW BINARY LOGS").keySet()) {
      try (ResultSet rows = log.executeQuery("SHOW BINLOG EVENTS IN '" + file + "'")) {
        while (rows.next()) {
          events.append(rows.getString("Info")).append('\n');
        }
      }
    }
    return events.toString();
  }
}
