package io.github.bmt4j.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Server;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What real servers say of their room on disk and of the size of tables. */
class ServerSpaceIT {
  static Stream<Supplier<TargetSpec>> servers() {
    return Stream.of(ItServers::embedded, ItServers::mysqlContainer);
  }

  @ParameterizedTest
  @MethodSource("servers")
  void tellsFoldersAndSizes(Supplier<TargetSpec> server) throws Exception {
    try (Server lab =
            ItServers.open(
                server.get(), "innodb_temp_data_file_path=ibtmp1:12M:autoextend:max:1G");
        Connection connection = new Connector(lab.target(), PsMode.AUTO, 0).connect();
        Statement statement = connection.createStatement()) {
      boolean mariaDb = connection.getMetaData().getDatabaseProductName().equals("MariaDB");
      ServerSpace far = ServerSpace.read(connection, false);
      assertThat(far.temporary().freeBytes()).isNull();
      assertThat(far.temporary().path()).isEqualTo(one(statement, "SELECT @@tmpdir"));
      assertThat(far.rebuild()).isEqualTo(far.temporary());
      assertThat(far.data().path()).isEqualTo(one(statement, "SELECT @@datadir"));
      assertThat(far.sortBufferBytes())
          .isEqualTo(Long.valueOf(one(statement, "SELECT @@sort_buffer_size")));
      assertThat(far.temporaryTablespaceLimitBytes()).isEqualTo(mariaDb ? 1L << 30 : null);
      assertThat(far.onlineLogBytes()).isEqualTo(128L << 20);
      if (mariaDb) {
        ServerSpace here = ServerSpace.read(connection, true);
        assertThat(here.data().freeBytes())
            .isBetween(1L, Files.getFileStore(Path.of(here.data().path())).getTotalSpace());
      }
      assertThat(TableSize.read(connection, "t")).isEmpty();
      statement.execute("CREATE TABLE t (a INT PRIMARY KEY, s CHAR(200), KEY (s)) CHARSET latin1");
      assertThat(TableSize.read(connection, "t")).get().matches(size -> size.rows() == 0);
      statement.execute(
          "INSERT INTO t WITH RECURSIVE q AS (SELECT 1 i UNION ALL SELECT i + 1 FROM q WHERE i <"
              + " 999) SELECT i, REPEAT('y', 200) FROM q");
      statement.execute("ANALYZE TABLE t");
      TableSize size = TableSize.read(connection, "t").orElseThrow();
      assertThat(size.rows()).isBetween(500L, 1500L);
      assertThat(size.dataBytes()).isBetween(200_000L, 600_000L);
      assertThat(size.indexBytes()).isBetween(200_000L, 600_000L);
      assertThat(size.rowBytes()).isBetween(200L, 800L);
    }
  }

  private static String one(Statement statement, String sql) throws Exception {
    try (ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }
}
