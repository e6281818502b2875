package io.github.bmt4j.tables;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Workload;
import java.sql.Connection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The rows of a load are the same in whatever form the server takes them. */
@Timeout(120)
class BulkInsertsIT {
  private static final int ROWS = 300;

  private final Workload workload = Catalogue.byName("oltp_read_write");
  private final Params params =
      Params.resolve(workload.info(), Map.of("table-size", Integer.toString(ROWS)));

  @Test
  void aTableHasTheSameRowsInEveryCharacterSetAndUnderEveryBinaryLog() throws Exception {
    Set<String> rows = new HashSet<>();
    try (Server server = ItServers.open(ItServers.embedded(), "log-bin=log", "server-id=1")) {
      Connector connector = new Connector(server.target(), PsMode.AUTO, 0);
      for (String characters : List.of("latin1", "utf8mb4", "ucs2", "utf16", "utf32", "swe7")) {
        rows.add(load(connector, characters));
        try (Connection connection = connector.connect()) {
          assertThat(
                  Sql.number(
                      connection,
                      "SELECT COUNT(*) FROM information_schema.columns WHERE table_name = 'sbtest1'"
                          + " AND character_set_name = ?",
                      characters))
              .isEqualTo(2);
        }
      }
      for (String format : List.of("STATEMENT", "MIXED", "ROW")) {
        try (Connection connection = connector.connect()) {
          Sql.execute(connection, "SET GLOBAL binlog_format = " + format);
        }
        rows.add(load(connector, "utf8mb4"));
      }
    }
    assertThat(rows).singleElement().asString().startsWith(ROWS + " ");
  }

  /** Loads the table anew and returns the number of its rows and their checksums. */
  private String load(Connector connector, String characters) throws Exception {
    try (Connection connection = connector.connect()) {
      Sql.execute(
          connection,
          "DROP TABLE IF EXISTS sbtest1",
          "ALTER DATABASE " + connection.getCatalog() + " CHARACTER SET " + characters);
    }
    new TablePreparer(connector, Progress.SILENT, new StopSignal())
        .prepare(workload.tables(params, 1), 1);
    try (Connection connection = connector.connect()) {
      return Sql.text(
          connection,
          "SELECT CONCAT(COUNT(*), ' ', SUM(CRC32(CONVERT(c USING utf8mb4))), ' ',"
              + " SUM(CRC32(CONVERT(pad USING utf8mb4)))) FROM sbtest1"
              + " WHERE CHAR_LENGTH(c) = 119 AND CHAR_LENGTH(pad) = 59");
    }
  }
}
