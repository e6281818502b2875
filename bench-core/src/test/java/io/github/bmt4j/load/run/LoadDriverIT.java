package io.github.bmt4j.load.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.github.bmt4j.experiment.BusyMachine;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.DriverWish;
import io.github.bmt4j.jdbc.ProcessList;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.jdbc.Wishes;
import io.github.bmt4j.load.run.RunResult.ServerCounts;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Queries;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.server.SharedServers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Loads through real drivers, looked at from the server. */
@SuppressWarnings("NullAway.Init")
class LoadDriverIT {
  private static final int THREADS = 2;
  private static final long EVENTS = 40;

  @TempDir static Path runs;

  @AutoClose private static Server lab;

  @BeforeAll
  static void start() throws Exception {
    lab = ItServers.open(ItServers.embedded(), "performance_schema=ON");
  }

  @ParameterizedTest(name = "{0}, pool {1}")
  @CsvSource({
    "mariadb:2.7.15, hikari, MariaDB Connector/J, 2.7.15",
    "mariadb:3.5.11, none, MariaDB Connector/J, 3.5.11",
    "mysql:9.7.0, hikari, MySQL Connector/J, 9.7.0",
    "mysql:26.10.0, none, MySQL Connector/J, 26.10.0",
    "aws:4.3.0 mysql:9.7.0, hikari, MySQL Connector/J, 9.7.0",
    "aws:4.3.0 mariadb:3.5.11, none, MariaDB Connector/J, 3.5.11",
  })
  void theLoadGoesThroughTheDriverThatWasAskedForAndPreparesOnTheServer(
      String names, String pool, String client, String version) throws Exception {
    Seen seen = run(lab.target(), Wishes.of(names, true), pool);

    assertThat(seen.clients)
        .as("connections, as the server sees them")
        .containsEntry(client + " " + version, (long) THREADS);
    assertThat(seen.result.environment().driver().statements()).isEqualTo("server");
    assertThat(seen.result.environment().driver().version())
        .doesNotContain(seen.result.environment().driver().name());
    assertThat(seen.counter("Com_stmt_execute")).isGreaterThanOrEqualTo(18 * EVENTS);
    assertThat(seen.counter("Com_stmt_prepare")).isLessThanOrEqualTo(9 * THREADS);
  }

  /** 50 MB, which no socket's buffers hold. */
  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "mariadb:2.7.15",
        "mariadb:3.5.11",
        "mysql:9.7.0",
        "aws:4.3.0 mysql:9.7.0",
        "aws:4.3.0 mariadb:3.5.11"
      })
  void streamedRowsAreReadWhileTheServerStillSends(String names) throws Exception {
    try (Connection connection =
            ItServers.driver(Wishes.of(names, true))
                .connector(lab.target(), PsMode.AUTO, 0)
                .connect();
        Statement statement = connection.createStatement()) {
      long session = ProcessList.session(connection);
      statement.setFetchSize(Sql.streamingFetchSize(connection, 1000));
      try (ResultSet rows =
          statement.executeQuery("SELECT REPEAT('x', 1000) FROM seq_1_to_50000")) {
        assertThat(rows.next()).isTrue();
        assertThat(
                Queries.one(
                    lab.target(),
                    "SELECT COMMAND FROM information_schema.PROCESSLIST WHERE ID = " + session))
            .isEqualTo("Query");
        int read = 1;
        while (rows.next()) {
          read++;
        }
        assertThat(read).isEqualTo(50_000);
      }
    }
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "mariadb:2.7.15, 2.7.15",
    "mariadb:3.5.11, 3.5.11",
    "mysql:9.7.0, mysql-connector-j-9.7.0",
  })
  void asShippedStatementsGoAsText(String names, String version) throws Exception {
    Seen seen = run(lab.target(), Wishes.of(names, false), "none");

    Environment.Driver driver = seen.result.environment().driver();
    assertThat(driver.statements()).isEqualTo("text");
    assertThat(driver.version()).contains(version);
    assertThat(driver.url()).doesNotContain("useServerPrepStmts", "useAffectedRows", "sslMode");
    assertThat(driver.artifacts())
        .singleElement(STRING)
        .matches(
            "[a-z.]+:[a-z-]+:"
                + Pattern.quote(version.replaceFirst(".*-", ""))
                + " \\p{XDigit}{64}");
    assertThat(seen.counter("Com_stmt_execute")).isZero();
  }

  @Test
  void bmtsOwnDriverAndItsTwinFromARepositoryDoNotMeet() throws Exception {
    Seen seen = run(lab.target(), Wishes.of("mariadb:4.0.0", true), "hikari");

    // Those of the load, that which reads the counters, that of the series, and ours.
    assertThat(seen.clients).containsExactly(Map.entry("MariaDB Connector/J 4.0.0", THREADS + 3L));
    assertThat(seen.result.environment().driver().version()).isEqualTo("4.0.0");
  }

  @Test
  void aDriversPropertyWinsOverParity() throws Exception {
    DriverWish wish = Wishes.of("mysql:9.7.0", true, Map.of("useServerPrepStmts", "false"));
    Seen seen = run(lab.target(), wish, "none");

    assertThat(seen.result.environment().driver().statements()).isEqualTo("text");
    assertThat(seen.result.environment().driver().url()).contains("useServerPrepStmts=false");
    assertThat(seen.counter("Com_stmt_execute")).isZero();
  }

  @Test
  void aUrlOfMysqlsDriverIsTakenAndOurOwnConnectionsTranslateIt() throws Exception {
    Target ours = lab.target();
    String place = ours.url().substring(ours.url().indexOf("//")).replaceFirst("\\?.*", "");
    Target theirs =
        new Target(
            "the same",
            "jdbc:mysql:" + place + "?sslMode=DISABLED&tcpKeepAlive=false",
            ours.user(),
            ours.password(),
            false);
    Seen seen = run(theirs, ours, Wishes.of("mysql:9.7.0", true), "none");

    assertThat(seen.clients).containsEntry("MySQL Connector/J 9.7.0", (long) THREADS);
    assertThat(seen.result.environment().driver().url())
        .startsWith(theirs.url())
        .contains("useLocalSessionState=true");
  }

  @Test
  void aDriverThatCannotConnectEndsTheRunBeforeTablesAreMade() throws Exception {
    // As shipped it demands TLS with a certificate that it can verify; this server has no TLS.
    assertThatThrownBy(() -> run(lab.target(), Wishes.of("mariadb:4.0.0", false), "none"))
        .isInstanceOf(TargetException.class)
        .hasMessageStartingWith("driver mariadb:4.0.0: cannot use jdbc:mariadb://");
  }

  @ParameterizedTest(name = "{0} on MySQL")
  @CsvSource({"mysql:9.7.0, MySQL Connector/J 9.7.0", "mariadb:3.5.11, MariaDB Connector/J 3.5.11"})
  void onMysqlToo(String names, String client) throws Exception {
    Seen seen = run(mysql().target(), Wishes.of(names, true), "hikari");

    assertThat(seen.clients).containsEntry(client, (long) THREADS);
    assertThat(seen.counter("Com_stmt_execute")).isGreaterThanOrEqualTo(18 * EVENTS);
  }

  @AutoClose private static @Nullable Server mysql;

  private static Server mysql() throws TargetException {
    Server open = mysql;
    if (open == null) {
      open = SharedServers.use(ItServers.anyMysql());
      mysql = open;
    }
    return open;
  }

  private static Seen run(Target target, DriverWish wish, String pool) throws Exception {
    return run(target, target, wish, pool);
  }

  /**
   * Runs.
   *
   * @param look the same server, by a URL of our own driver's
   */
  private static Seen run(Target target, Target look, DriverWish wish, String pool)
      throws Exception {
    Job job = job(wish, pool);
    Queries.execute(look, "CREATE TABLE IF NOT EXISTS seen (client VARCHAR(100))");
    Seen seen = new Seen(look);
    LoadWatch watch = new LoadWatch();
    watch.onBegin = seen::connected;
    seen.result =
        watch.run(
            new LoadExperiment(
                job, new LoadTargets(List.of(target), List.of()), ItServers.driver(wish), false),
            runs);
    seen.read();
    BusyMachine.atMost(seen.result.verdict().texts(), "%s", seen.result);
    assertThat(seen.result.totals().transactions()).isEqualTo(EVENTS);
    ServerCounts counts = Objects.requireNonNull(seen.result.server());
    if (seen.result.errorsByCode().isEmpty()) {
      assertThat(counts.statements()).isEqualTo(counts.counted());
    }
    return seen;
  }

  private static Job job(DriverWish wish, String pool) {
    Job job = OltpJob.of(Map.of("table-size", "1000"), THREADS, pool);
    RunScenario scenario =
        Made.like(job.scenario())
            .set("timeSeconds", 60)
            .set("events", EVENTS)
            .set(
                "driver",
                new ClientScenario.Driver(
                    Objects.requireNonNull(wish.driver()).text(),
                    List.of(),
                    Map.of(),
                    wish.parity() ? "sysbench" : "none"))
            .record();
    return new Job(job.workload(), job.params(), scenario);
  }

  /** A run, and who was connected when its load began. */
  @SuppressWarnings("NullAway.Init")
  private static final class Seen {
    private final Target target;
    private final Map<String, Long> clients = new TreeMap<>();
    private RunResult result;

    Seen(Target target) {
      this.target = target;
    }

    long counter(String name) {
      return Objects.requireNonNull(result.server()).counters().getOrDefault(name, -1L);
    }

    /** Kept in a table: nobody counts INSERT … SELECT, so that the run's count stays exact. */
    void connected() {
      try {
        Queries.execute(
            target,
            "INSERT INTO seen SELECT CONCAT(n.attr_value, ' ', v.attr_value)"
                + " FROM performance_schema.session_connect_attrs n"
                + " JOIN performance_schema.session_connect_attrs v USING (processlist_id)"
                + " WHERE n.attr_name = '_client_name' AND v.attr_name = '_client_version'");
      } catch (SQLException e) {
        throw new AssertionError(e);
      }
    }

    void read() throws SQLException {
      try (Connection connection = new Connector(target, PsMode.DISABLE, 0).connect();
          Statement statement = connection.createStatement();
          ResultSet rows =
              statement.executeQuery("SELECT client, COUNT(*) FROM seen GROUP BY client")) {
        while (rows.next()) {
          clients.put(rows.getString(1), rows.getLong(2));
        }
        statement.execute("DROP TABLE seen");
      }
    }
  }
}
