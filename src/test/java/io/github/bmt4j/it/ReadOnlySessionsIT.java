package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.server.Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Commands on a server, or with sessions, that do not do what the command needs. */
class ReadOnlySessionsIT {
  /** All make tables, or write into those that are there. */
  private static final List<String> WRITERS =
      List.of(
          "run oltp_write_only --table-size=100",
          "run tpcc",
          "run %s",
          "alter --change=add-column --algorithm=copy --table-size=100",
          "run local_storage --table-size=1000 --while=oltp_write_only --while-table-size=100",
          "run local_storage --table-size=1000 --query=sort --ladder=1000");

  /** These write where the server does not mind, or as an application of the server. */
  private static final List<String> OTHERS =
      List.of(
          "run local_storage --table-size=1000",
          "failover --trigger=true --repeat=1 --baseline=2s");

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(
      value = Servers.class,
      names = {"EMBEDDED", "MYSQL"})
  void whatWritesIsRefusedBeforeAnythingIsMade(Servers product) throws IOException {
    Path script = Files.writeString(folder.resolve("load.sql"), "INSERT INTO t VALUES (1);");
    try (Server server = product.open()) {
      Database admin = Database.of(server.target());
      admin.execute(
          "CREATE USER app@'%' IDENTIFIED BY 'Secret-1'",
          "GRANT ALL PRIVILEGES ON " + admin.name() + ".* TO app@'%'", "SET GLOBAL read_only=1");
      Database app = new Database(admin.name(), admin.url(), "app", "Secret-1");

      refused(admin, OTHERS.get(1), "this login may write where read_only is on (SUPER, READ ONLY");
      for (String line : WRITERS) {
        refused(app, line.formatted(script), "read_only=ON: writes end with error 1290");
      }
      for (String line : Stream.concat(WRITERS.stream(), OTHERS.stream()).toList()) {
        refused(
            with(admin, "transaction_read_only=1"),
            line.formatted(script),
            "(transaction_read_only=ON): writes end with error 1792");
      }
      refused(
          with(admin, "completion_type=1"),
          OTHERS.get(1),
          "the application's sessions begin with completion_type=CHAIN: ");
      refused(
          with(admin, "sql_select_limit=3"),
          OTHERS.get(1),
          "the application's sessions begin with sql_select_limit=3: ");
      assertThat(admin.rows("SHOW TABLES")).isEmpty();
    }
  }

  private static Database with(Database database, String variable) {
    return new Database(
        database.name(),
        database.url() + "&sessionVariables=" + variable,
        database.user(),
        database.password());
  }

  private static void refused(Database database, String line, String said) {
    Ended ended = database.command().run(line.split(" ")).exits(3);
    assertThat(ended.err().lines())
        .as(line)
        .filteredOn(one -> one.startsWith("bmt: "))
        .singleElement()
        .asString()
        .contains(said);
    assertThat(ended.runs()).as(line).isEmpty();
  }
}
