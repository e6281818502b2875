package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.preflight.Doctor.Severity;
import io.github.bmt4j.preflight.DoctorReport.Diagnosis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bmt doctor}, as users call it. */
class DoctorCommandIT {
  @Test
  void saysWhatItFoundAndLeavesNothing() throws Exception {
    Database database = Servers.EMBEDDED.database();
    Ended text = database.command().run("doctor", "oltp_read_only", "--threads=2").exits(0);
    assertThat(text.out())
        .startsWith("oltp_read_only with 2 threads on ")
        .contains("sbtest1 is missing")
        .containsPattern("The run can start; see|Nothing prevents the run\\.")
        .containsOnlyOnce("\nok       session ");

    Ended json = database.command().run("doctor", "--output=json", "--table-size=5").exits(0);
    Diagnosis diagnosis = ResultJson.read(json.out(), Diagnosis.class);
    assertThat(diagnosis.workload()).isEqualTo("oltp_read_write");
    assertThat(diagnosis.count(Severity.ERROR)).isZero();
    assertThat(json.everything()).doesNotContain(database.password());
    assertThat(database.rows("SHOW TABLES")).isEmpty();
    assertThat(json.runs()).isEmpty();
  }

  @Test
  void endsWithOneWhenTheRunCannotBeMade() {
    Database database = Servers.EMBEDDED.database();
    long most = database.number("SELECT @@max_connections");
    Ended ended = database.command().run("doctor", "--threads=" + most).exits(1);
    assertThat(ended.out())
        .containsPattern("(?m)^error +connections +")
        .endsWith("The run cannot start like this.\n");
    assertThat(ended.err()).isEmpty();
  }

  @Test
  void aServerThatDoesNotAnswerIsAFinding() {
    Ended ended =
        Bmt.command().run("doctor", "--url=jdbc:mariadb://127.0.0.1:1/x", "--user=u").exits(1);
    assertThat(ended.out()).containsPattern("(?m)^error +network +127.0.0.1:1 refuses");
    assertThat(ended.everything()).doesNotContain("\tat ", "Exception");
  }

  @Test
  void aRefusedLoginNamesWhatIsWrongWithTheUser() {
    Database database = Servers.EMBEDDED.database();
    String password = "Secret-1";
    database.execute(
        "CREATE OR REPLACE USER 'jörg'@'%' IDENTIFIED BY '" + password + "'",
        "GRANT ALL PRIVILEGES ON *.* TO 'jörg'@'%'");
    Bmt noUser = Bmt.command().with("BMT_URL", database.url()).with("BMT_PASSWORD", password);
    for (String line : List.of("run oltp_insert", "failover --trigger=true --repeat=1")) {
      Ended none = noUser.run(line.split(" ")).exits(3);
      assertThat(none.err()).contains("no user was given").hasLineCount(1);
      Ended other = noUser.with("BMT_USER", "jörg").run(line.split(" ")).exits(3);
      assertThat(other.err()).contains("a user name that is not ASCII").hasLineCount(1);
    }
    assertThat(noUser.run("doctor").exits(1).out().replaceAll("\\s+", " "))
        .contains("no user was given");
  }

  @Test
  void theDriverOfTheLoadIsTried() {
    Database database = Servers.EMBEDDED.database();
    Ended shipped = database.command().run("doctor", "--parity=none").exits(0);
    assertThat(shipped.out())
        .containsPattern("load's connection +MariaDB Connector/J .* statements sent as\\s+text");
    Ended property =
        database.command().run("doctor", "--driver-property", "useServerPrepStmts=false").exits(0);
    assertThat(property.out())
        .containsPattern("(?m)^ok +load's connection .* statements sent as\\s+text")
        .containsPattern("(?m)^ok +prepared statements +none: statements go as text");
  }

  @Test
  void heavyStatementsNeedTheirOwnConnections() {
    Database database = Servers.EMBEDDED.database();
    Ended ended =
        database
            .command()
            .run("doctor", "local_storage", "--table-size=1000", "--threads=4")
            .exits(0);
    assertThat(ended.out())
        .startsWith("local_storage with 4 threads on ")
        .contains("9 threads need 11 connections", "orders1 is missing");
  }

  @Test
  void filesOfOwnSqlAndWatchedNodesAreLookedAt(@TempDir Path folder) throws IOException {
    Database database = Servers.EMBEDDED.database();
    String file = Files.writeString(folder.resolve("own.sql"), "SELECT :n;\n").toString();
    String other = Files.writeString(folder.resolve("other.sql"), "SELECT 1;\n").toString();
    String node = database.url().replaceFirst("jdbc:mariadb://([^/]+)/.*", "$1");
    Ended ended =
        database
            .command()
            .run("doctor", file, other, "-Dn=1", "--node=" + node, "--node=127.0.0.1:1")
            .exits(1);
    assertThat(ended.out())
        .startsWith(file + " with 1 thread on")
        .containsPattern("(?m)^ok +login +node " + node + ": ")
        .containsPattern("(?m)^error +network +node 127.0.0.1:1: 127.0.0.1:1 refuses");
  }
}
