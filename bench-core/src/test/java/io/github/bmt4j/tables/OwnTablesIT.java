package io.github.bmt4j.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.server.SharedServers;
import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Table;
import io.github.bmt4j.workload.Workload;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A table that bears the mark of a load, and has a column that bmt does not make. */
class OwnTablesIT {
  private static final String CONTENTS =
      "SELECT CONCAT(COUNT(*), ' ', SUM(important), ' ', MAX(id)) FROM sbtest1";

  @Test
  void isNotFinishedUntilItIsAsBmtMakesIt() throws Exception {
    Workload workload = Catalogue.byName("oltp_read_write");
    Params params = Params.resolve(workload.info(), Map.of("table-size", "10"));
    List<Table> tables = workload.tables(params, 1);
    String mark = LoadMark.of(tables.get(0));
    try (Server server = SharedServers.use(ItServers.embedded())) {
      Connector connector = new Connector(server.target(), PsMode.AUTO, 0);
      TablePreparer preparer = new TablePreparer(connector, Progress.SILENT, new StopSignal());
      try (Connection connection = connector.connect()) {
        Sql.execute(
            connection,
            tables.get(0).createSql() + " COMMENT = '" + mark + "'",
            "ALTER TABLE sbtest1 ADD COLUMN important INT NOT NULL DEFAULT 7",
            "INSERT INTO sbtest1 (id) VALUES (3)");

        assertThatThrownBy(() -> preparer.prepare(tables, 1))
            .isInstanceOf(BadInputException.class)
            .hasMessageStartingWith(
                "sbtest1 is left alone: it has the columns id int, k int, c char, pad char,"
                    + " important int, and bmt would make id int, k int, c char, pad char; ");
        assertThat(Sql.text(connection, CONTENTS)).isEqualTo("1 7 3");

        Sql.execute(connection, "ALTER TABLE sbtest1 DROP COLUMN important");
        preparer.prepare(tables, 1);
        assertThat(Sql.number(connection, "SELECT COUNT(*) FROM sbtest1")).isEqualTo(10);
      }
    }
  }
}
