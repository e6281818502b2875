package io.github.bmt4j.preflight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.DriverWish;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.jdbc.LoadClient;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.load.run.Job;
import io.github.bmt4j.load.run.LoadWatch;
import io.github.bmt4j.load.run.OltpJob;
import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.preflight.Doctor.Severity;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Queries;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.tables.CutOff;
import io.github.bmt4j.workload.Table;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Findings about real servers, beside what SQL says, and runs that heed them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DoctorIT {
  private static final int MAX_CONNECTIONS = 30;
  private static final int MAX_STATEMENTS = 60;
  private static final int ROWS = 300;

  @AutoClose private Server lab;

  @BeforeAll
  void start() throws TargetException {
    lab =
        ItServers.open(
            ItServers.embedded(),
            "max_connections=" + MAX_CONNECTIONS,
            "max_prepared_stmt_count=" + MAX_STATEMENTS,
            "auto_increment_increment=3");
  }

  @AfterEach
  void dropTables() throws SQLException {
    Queries.execute(
        lab.target(),
        "SET GLOBAL read_only = OFF",
        "DROP TABLE IF EXISTS sbtest1, customers",
        "DROP USER IF EXISTS nobody");
  }

  @Test
  void freshServerHasNothingInTheWayAndIsNotTouched() throws SQLException {
    Map<String, String> before = variables(lab.target());
    List<CheckFinding> findings = diagnose(lab.target(), job(ROWS, 2));
    assertThat(findings).noneMatch(finding -> finding.severity() == Severity.ERROR);
    assertThat(Facts.about("server", findings).found()).startsWith("MariaDB 11.4");
    assertThat(Facts.about("tables", findings).found()).isEqualTo("sbtest1 is missing");
    assertThat(Facts.about("round trip", findings).found()).contains("50 x DO 1");
    assertThat(Facts.about("auto_increment", findings).severity()).isEqualTo(Severity.NOTE);
    assertThat(Facts.about("time of day", findings).severity()).isEqualTo(Severity.OK);
    assertThat(variables(lab.target())).isEqualTo(before);
    assertThat(tables(lab.target())).isEmpty();
  }

  @Test
  void sparseTableMissesTheShareOfLookupsThatSqlCounts() throws SQLException {
    Table table = job(ROWS, 1).tables().get(0);
    Queries.execute(
        lab.target(),
        table.createSql(),
        "INSERT INTO sbtest1 (k, c, pad) SELECT seq, 'c', 'pad' FROM seq_1_to_" + ROWS,
        table.indexSql().get(0));
    long there =
        Long.parseLong(
            Queries.one(
                lab.target(), "SELECT COUNT(*) FROM sbtest1 WHERE id BETWEEN 1 AND " + ROWS));
    assertThat(there).isLessThan(ROWS / 2);
    CheckFinding finding = Facts.about("sbtest1", diagnose(lab.target(), job(ROWS, 1)));
    double percent = 100.0 * (ROWS - there) / ROWS;
    assertThat(finding.severity()).isEqualTo(Severity.ERROR);
    assertThat(finding.found())
        .contains(String.format(Locale.ROOT, "%d of the ids 1 to %d", ROWS - there, ROWS))
        .contains(String.format(Locale.ROOT, "(%.1f %%)", percent))
        .contains("ids go from " + Queries.one(lab.target(), "SELECT MIN(id) FROM sbtest1"));
    Queries.execute(lab.target(), "DROP INDEX k_1 ON sbtest1");
    assertThat(diagnose(lab.target(), job(ROWS, 1)))
        .anyMatch(unfinished -> unfinished.found().startsWith("lacks an index"));
  }

  @Test
  void runFallsBackToTextWhereStatementsDoNotFit(@TempDir Path runs) throws TargetException {
    Job job = job(ROWS, 8);
    CheckFinding finding = Facts.about("prepared statements", diagnose(lab.target(), job));
    assertThat(finding.severity()).isEqualTo(Severity.WARNING);
    assertThat(finding.found()).contains("max_prepared_stmt_count of " + MAX_STATEMENTS);
    RunResult result = run(job, lab.target(), runs);
    assertThat(result.environment().driver().statements()).isEqualTo("text");
    assertThat(result.warnings()).contains(finding.line());
    assertThat(result.verdict().texts()).noneMatch(reason -> reason.contains("1461"));
    assertThat(result.errorsByCode()).noneMatch(error -> error.code() == 1461);
    assertThat(result.totals().transactions()).isPositive();
  }

  @Test
  void viewWithATablesNameIsRefusedAndItsBaseTableNotWritten(@TempDir Path runs)
      throws SQLException {
    Queries.execute(
        lab.target(),
        "CREATE TABLE customers AS SELECT seq id, 0 k, 'c' c, 'p' pad FROM seq_1_to_" + ROWS,
        "CREATE VIEW sbtest1 AS SELECT * FROM customers");
    assertThat(Facts.about("tables", diagnose(lab.target(), job(ROWS, 1))).line())
        .contains("sbtest1 is a VIEW");
    assertThatThrownBy(() -> run(job(ROWS, 1), lab.target(), runs))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("sbtest1 is a VIEW and no base table");
    assertThat(Queries.one(lab.target(), "SELECT SUM(k) FROM customers")).isEqualTo("0");
    Queries.execute(lab.target(), "DROP VIEW sbtest1");
  }

  @Test
  void oraclesGrammarIsRefusedWithTheWayOut(@TempDir Path runs) throws SQLException {
    String mode = "sql_mode='ORACLE'";
    Target oracle = withUrl(JdbcUrl.with(lab.target().url(), "sessionVariables", mode));
    assertThat(Facts.about("sql_mode", diagnose(oracle, job(ROWS, 1))).severity())
        .isEqualTo(Severity.ERROR);
    assertThatThrownBy(() -> run(job(ROWS, 1), oracle, runs))
        .isInstanceOf(TargetException.class)
        .hasMessageContaining("add sessionVariables=sql_mode=''");
    assertThat(tables(lab.target())).isEmpty();
  }

  @Test
  void tooManyThreadsAreAnErrorAndRefused(@TempDir Path runs) {
    Job job = job(ROWS, MAX_CONNECTIONS);
    assertThat(Facts.about("connections", diagnose(lab.target(), job)).severity())
        .isEqualTo(Severity.ERROR);
    assertThatThrownBy(() -> run(job, lab.target(), runs))
        .isInstanceOf(TargetException.class)
        .hasMessageContaining("max_connections is " + MAX_CONNECTIONS);
  }

  @Test
  void loginWithFewRightsAndConnectionsIsTold(@TempDir Path runs) throws SQLException {
    Queries.execute(
        lab.target(),
        "CREATE USER nobody IDENTIFIED BY 'secret' WITH MAX_USER_CONNECTIONS 3",
        "GRANT SELECT ON bmt.* TO nobody");
    Target nobody = as("nobody", "secret");
    List<CheckFinding> findings = diagnose(nobody, job(ROWS, 3));
    assertThat(Facts.about("user's connections", findings).severity()).isEqualTo(Severity.ERROR);
    assertThat(Facts.about("rights to run", findings).found())
        .isEqualTo("DELETE, INSERT, UPDATE are missing on bmt");
    assertThat(Facts.about("rights to prepare", findings).severity()).isEqualTo(Severity.ERROR);
    assertThat(Facts.about("replica", findings).found()).startsWith("unknown");
    assertThat(Facts.about("user's connections", diagnose(nobody, job(ROWS, 2))).severity())
        .isEqualTo(Severity.OK);
    assertThatThrownBy(() -> run(job(ROWS, 3), nobody, runs))
        .isInstanceOf(TargetException.class)
        .hasMessageContaining("max_user_connections");
  }

  @Test
  void readOnlyServerStopsWhoMayNotWriteAllTheSame(@TempDir Path runs) throws SQLException {
    Queries.execute(
        lab.target(),
        "CREATE USER nobody IDENTIFIED BY 'secret'",
        "GRANT ALL ON bmt.* TO nobody",
        "SET GLOBAL read_only = ON");
    Target nobody = as("nobody", "secret");
    assertThat(Facts.about("takes writes", diagnose(nobody, job(ROWS, 1))).severity())
        .isEqualTo(Severity.ERROR);
    assertThat(Facts.about("takes writes", diagnose(lab.target(), job(ROWS, 1))).severity())
        .isEqualTo(Severity.WARNING);
    assertThatThrownBy(() -> run(job(ROWS, 1), nobody, runs))
        .isInstanceOf(TargetException.class)
        .hasMessageContaining("read_only=ON");
  }

  @Test
  void wrongPasswordAndUnknownDatabaseAreSaidInClearWords() {
    CheckFinding denied = Facts.about("login", diagnose(as("nobody", "wrong"), job(ROWS, 1)));
    assertThat(denied.severity()).isEqualTo(Severity.ERROR);
    assertThat(denied.line())
        .contains("Access denied", "1045", "BMT_PASSWORD")
        .doesNotContain("wrong");
    Target elsewhere = withUrl(lab.target().url().replace("/bmt", "/no_such_database"));
    assertThat(Facts.about("login", diagnose(elsewhere, job(ROWS, 1))).line())
        .contains("1049", "CREATE DATABASE");
  }

  @Test
  void endpointsThatLeadToOneServerNeedItTogether() {
    Job job = job(ROWS, MAX_CONNECTIONS - 1);
    List<CheckFinding> findings = diagnose(List.of(lab.target(), lab.target()), job);
    assertThat(findings)
        .filteredOn(finding -> finding.subject().equals("connections"))
        .extracting(CheckFinding::severity)
        .containsExactly(Severity.ERROR, Severity.ERROR);
    assertThat(findings).anyMatch(finding -> finding.found().startsWith("endpoint 2: 29 threads"));
  }

  @Test
  void everyEndpointIsLookedAt() throws Exception {
    int free;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      free = socket.getLocalPort();
    }
    List<CheckFinding> findings =
        diagnose(List.of(lab.target(), at("127.0.0.1:" + free)), job(ROWS, 20));
    assertThat(Facts.about("connections", findings).found())
        .startsWith("endpoint 1: 10 threads need 12 connections");
    assertThat(findings)
        .filteredOn(finding -> finding.severity() == Severity.ERROR)
        .singleElement()
        .satisfies(
            finding ->
                assertThat(finding.found())
                    .startsWith("endpoint 2: 127.0.0.1:" + free + " refuses"));
  }

  @Test
  void unfinishedTableIsFinishedByRunOrRefusedAsDoctorSays(@TempDir Path runs) throws Exception {
    Table table = job(ROWS, 1).tables().get(0);
    Queries.execute(
        lab.target(),
        table.createSql() + " COMMENT = 'bmt4j is loading " + ROWS + " rows, 0000000000000000'");
    CheckFinding other = Facts.about("sbtest1", diagnose(lab.target(), job(ROWS, 1)));
    assertThat(other.severity()).isEqualTo(Severity.ERROR);
    assertThatThrownBy(() -> run(job(ROWS, 1), lab.target(), runs))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("was to have other rows");
    Queries.execute(lab.target(), "DROP TABLE sbtest1");
    CutOff.before(lab.target(), table);
    List<CheckFinding> findings = diagnose(lab.target(), job(ROWS, 1));
    assertThat(Facts.about("tables", findings).found()).startsWith("sbtest1 is unfinished");
    assertThat(findings).noneMatch(finding -> finding.severity() == Severity.ERROR);
    run(job(ROWS, 1), lab.target(), runs);
    assertThat(Facts.about("tables", diagnose(lab.target(), job(ROWS, 1))).found())
        .contains("with all rows and indexes");
  }

  @Test
  void mysqlAnswersTheSameQuestionsAndIsNotTouched() throws Exception {
    try (Server mysql = ItServers.open(ItServers.anyMysql(), "max_connections=21")) {
      Map<String, String> before = variables(mysql.target());
      List<CheckFinding> findings = diagnose(mysql.target(), job(ROWS, 2));
      assertThat(findings).noneMatch(finding -> finding.severity() == Severity.ERROR);
      assertThat(Facts.about("server", findings).found()).startsWith("MySQL ");
      for (String told : List.of("rights to run", "replica", "takes writes", "connections")) {
        assertThat(Facts.about(told, findings).severity()).as(told).isEqualTo(Severity.OK);
      }
      assertThat(Facts.about("connections", diagnose(mysql.target(), job(ROWS, 20))).severity())
          .isEqualTo(Severity.ERROR);
      assertThat(variables(mysql.target())).isEqualTo(before);
      assertThat(tables(mysql.target())).isEmpty();
    }
  }

  private static List<CheckFinding> diagnose(Target target, Job job) {
    return diagnose(List.of(target), job);
  }

  private static List<CheckFinding> diagnose(List<Target> targets, Job job) {
    return new Doctor(Clock.SYSTEM, Facts.client(), LoadClient::tried, job::engineNotes)
        .findings(
            targets,
            List.of(),
            job.need(),
            job.roundRobin(targets.size()),
            LoadDriver.own(DriverWish.OWN));
  }

  /** oltp_read_write for 100 operations. */
  private static Job job(int rows, int threads) {
    Job job = OltpJob.of(rows, threads);
    return new Job(
        job.workload(),
        job.params(),
        Made.like(job.scenario()).set("timeSeconds", 0).set("events", 100).record());
  }

  private Target as(String user, String password) {
    return new Target("test", lab.target().url(), user, Secret.of(password), false);
  }

  private Target withUrl(String url) {
    return new Target("test", url, lab.target().user(), lab.target().password(), false);
  }

  private static Target at(String address) {
    return new Target("test", "jdbc:mariadb://" + address + "/bmt", "u", Secret.of("p"), false);
  }

  private static RunResult run(Job job, Target target, Path runs) throws TargetException {
    return new LoadWatch().load(job, runs, target);
  }

  /** All that can be compared: not what counts by itself. */
  private static Map<String, String> variables(Target target) throws SQLException {
    Map<String, String> variables = pairs(target, "SHOW GLOBAL VARIABLES");
    variables.keySet().removeIf(name -> name.matches("gtid_.*|timestamp|.*_time_.*"));
    return variables;
  }

  private static List<String> tables(Target target) throws SQLException {
    return List.copyOf(
        pairs(
                target,
                "SELECT table_name, 1 FROM information_schema.tables WHERE table_schema ="
                    + " DATABASE()")
            .keySet());
  }

  private static Map<String, String> pairs(Target target, String sql) throws SQLException {
    try (Connection connection =
        DriverManager.getConnection(target.url(), target.user(), target.password().reveal())) {
      return Sql.pairs(connection, sql);
    }
  }
}
