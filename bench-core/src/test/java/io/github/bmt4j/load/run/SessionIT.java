package io.github.bmt4j.load.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.experiment.BusyMachine;
import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.DriverWish;
import io.github.bmt4j.jdbc.Grammar;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.jdbc.Wishes;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Queries;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.server.StartOptions;
import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Workload;
import io.github.bmt4j.workload.script.ScriptFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Loads whose sessions a server, a driver or a URL sets otherwise than the load needs them. */
@Timeout(180)
@SuppressWarnings("NullAway.Init")
class SessionIT {
  private static final Map<String, Server> SERVERS = new HashMap<>();
  private static final int EVENTS = 20;
  private static final AtomicLong SEEDS = new AtomicLong();

  @TempDir Path folder;
  private Server server;

  @AfterAll
  static void stop() {
    SERVERS.values().forEach(Server::close);
    SERVERS.clear();
  }

  @AfterEach
  void restore() throws Exception {
    if (server == null) { // the test is left out
      return;
    }
    Queries.execute(
        server.target(),
        "SET GLOBAL init_connect=''",
        "SET GLOBAL autocommit=1",
        "SET GLOBAL completion_type=0",
        "SET GLOBAL sql_select_limit=18446744073709551615");
  }

  @ParameterizedTest(name = "{0}, {1}, {2}, pool {3}")
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          mysql;   SET GLOBAL autocommit=0;                     own;            hikari
          mysql;   SET GLOBAL autocommit=0;                     own;            none
          mysql;   SET GLOBAL autocommit=0;                     mysql:9.7.0;    hikari
          mysql;   SET GLOBAL autocommit=0;                     mysql:9.7.0;    none
          mysql;   SET GLOBAL init_connect='SET autocommit=0';  own;            hikari
          mysql;   SET GLOBAL init_connect='SET autocommit=0';  mariadb:2.7.15; none
          mysql;   SET GLOBAL init_connect='SET autocommit=0';  mysql:9.7.0;    hikari
          mysql;   SET GLOBAL completion_type=1;                own;            none
          mariadb; SET GLOBAL autocommit=0;                     own;            none
          mariadb; SET GLOBAL autocommit=0;                     mysql:9.7.0;    none
          mariadb; SET GLOBAL autocommit=0;                     mysql:9.7.0;    hikari
          mariadb; SET GLOBAL init_connect='SET autocommit=0';  own;            none
          mariadb; SET GLOBAL init_connect='SET autocommit=0';  own;            hikari
          mariadb; SET GLOBAL init_connect='SET autocommit=0';  mariadb:3.5.11; none
          mariadb; SET GLOBAL init_connect='SET autocommit=0';  mariadb:2.7.15; hikari
          mariadb; SET GLOBAL init_connect='SET autocommit=0';  mysql:9.7.0;    none
          mariadb; SET GLOBAL completion_type=1;                mysql:9.7.0;    hikari
          """)
  void writesThatWereAcknowledgedAreStored(
      String product, String setting, String driver, String pool) throws Exception {
    Target target = application(product);
    Queries.execute(
        server.target(), "DROP TABLE IF EXISTS t, seen", "CREATE TABLE t (id INT, name CHAR(9))");
    Queries.execute(server.target(), setting);

    Job job =
        job(
            script("BEGIN; INSERT INTO t VALUES (1,'a'); COMMIT; INSERT INTO t VALUES (2,'b');"),
            Map.of(),
            pool);
    RunResult own = run(job, target, driver);

    assertThat(Queries.one(server.target(), "SELECT COUNT(*) FROM t WHERE id < 9"))
        .as("rows of the load")
        .isEqualTo(Integer.toString(2 * EVENTS));
    assertThat(Queries.one(server.target(), "SELECT COUNT(*) FROM t WHERE id = 9"))
        .as("the row of the init file")
        .isEqualTo("1");
    assertThat(Queries.one(server.target(), "SELECT n FROM seen"))
        .as("rows that the cleanup file saw, and stored")
        .isEqualTo(Integer.toString(2 * EVENTS + 1));
    assertThat(own.environment().session())
        .containsEntry("autocommit", "ON")
        .containsEntry("completion_type", "NO_CHAIN");
    if (setting.contains("completion_type")) { // which no driver sets
      assertThat(own.warnings())
          .anyMatch(warning -> warning.startsWith("sessions begin with completion_type=CHAIN: "));
    }
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"mysql", "mariadb"})
  void builtInWritesWithoutTransactionsAreStoredAndDoNotWaitForEachOther(String product)
      throws Exception {
    Target target = application(product);
    // Two workers that delete and insert the same row at once would fail: no key is popular.
    Map<String, String> params =
        Map.of("table-size", "10000", "rand-type", "uniform", "skip-trx", "on");
    Queries.execute(server.target(), "DROP TABLE IF EXISTS sbtest1");
    run(job(Catalogue.byName("oltp_write_only"), params, "none"), target, "own");
    Queries.execute(server.target(), "SET GLOBAL init_connect='SET autocommit=0'");

    for (String name : List.of("oltp_write_only", "oltp_update_index", "oltp_insert")) {
      RunResult result = run(job(Catalogue.byName(name), params, "none"), target, "own");
      assertThat(result.totals().transactions()).as(name).isEqualTo(EVENTS);
    }
    assertThat(Queries.one(server.target(), "SELECT COUNT(*) FROM sbtest1"))
        .isEqualTo(Integer.toString(10_000 + EVENTS));
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"mysql", "mariadb"})
  void resultsAreNotCut(String product) throws Exception {
    Target target = application(product);
    Queries.execute(server.target(), "DROP TABLE IF EXISTS t", "CREATE TABLE t (id INT)");
    Queries.execute(server.target(), "INSERT INTO t VALUES (1), (2), (3)");
    Queries.execute(server.target(), "SET GLOBAL sql_select_limit=2");

    RunResult result =
        run(job(script("SELECT * FROM t;\n\\expect rows = 3\n"), Map.of(), "none"), target, "own");
    assertThat(result.totals().transactions()).isEqualTo(EVENTS);
  }

  @ParameterizedTest(name = "{0}, {1}")
  @CsvSource({"mysql, own", "mysql, mysql:9.7.0", "mariadb, own"})
  void aWriterIsRefusedWhereSessionsAreReadOnly(String product, String driver) throws Exception {
    Target target = application(product);
    Queries.execute(server.target(), "DROP TABLE IF EXISTS sbtest1", "DROP TABLE IF EXISTS t");
    Queries.execute(server.target(), "SET GLOBAL init_connect='SET SESSION TRANSACTION READ ONLY'");

    for (Job job :
        List.of(
            job(Catalogue.byName("oltp_write_only"), Map.of("table-size", "100"), "hikari"),
            job(script("INSERT INTO t VALUES (1);"), Map.of(), "none"))) {
      assertThatThrownBy(() -> run(job, target, driver))
          .isInstanceOf(TargetException.class)
          .hasMessageContaining("transaction_read_only=ON")
          .hasMessageContaining("1792")
          .hasMessageContaining("init_connect");
    }
    assertThat(
            Queries.one(
                server.target(),
                "SELECT COUNT(*) FROM information_schema.tables WHERE table_name = 'sbtest1'"))
        .as("tables that were made")
        .isEqualTo("0");
  }

  /** A script can do it, too; bmt only warns of that, because a COMMIT may follow. */
  @ParameterizedTest(name = "{0}, pool {1}")
  @CsvSource({"mysql, hikari", "mysql, none", "mariadb, hikari", "mariadb, none"})
  void acknowledgedWritesInATransactionThatWasLeftOpenAreInvalid(String product, String pool)
      throws Exception {
    Target target = application(product);
    Queries.execute(server.target(), "DROP TABLE IF EXISTS t", "CREATE TABLE t (id INT)");

    RunResult lost =
        measure(
            job(script("SET autocommit=0; INSERT INTO t VALUES (1);"), Map.of(), pool),
            target,
            "own");
    assertThat(Queries.one(server.target(), "SELECT COUNT(*) FROM t")).isEqualTo("0");
    assertThat(lost.verdict().texts())
        .anyMatch(reason -> reason.startsWith("a transaction was open on a connection"));

    RunResult kept =
        run(
            job(script("SET autocommit=0; INSERT INTO t VALUES (1); COMMIT;"), Map.of(), pool),
            target,
            "own");
    assertThat(kept.totals().transactions()).isEqualTo(EVENTS);
  }

  /** Any cause of missing writes counts: here it is a trigger. */
  @ParameterizedTest(name = "{0}, {1}")
  @CsvSource({
    "mysql, oltp_insert, INSERT",
    "mysql, oltp_update_non_index, UPDATE",
    "mariadb, oltp_insert, INSERT",
    "mariadb, oltp_update_non_index, UPDATE",
    "mariadb, oltp_write_only, INSERT",
  })
  void acknowledgedWritesThatAreNotThereAreInvalid(String product, String name, String write)
      throws Exception {
    Target target = application(product);
    Queries.execute(server.target(), "DROP TABLE IF EXISTS sbtest1");
    run(job(Catalogue.byName(name), Map.of("table-size", "10000"), "hikari"), target, "own");
    Queries.execute(
        server.target(),
        "CREATE TRIGGER lose BEFORE "
            + write
            + " ON sbtest1 FOR EACH ROW SET NEW.c = NEW.k, NEW.pad = RAND()");

    Job job = job(Catalogue.byName(name), Map.of("table-size", "10000"), "hikari");
    assertThat(measure(job, target, "own").verdict().texts())
        // One worker may have had all the events.
        .containsAnyOf(lost(1), lost(2));
  }

  @Test
  void anAcknowledgedOrderOfTpccThatIsNotThereIsInvalid() throws Exception {
    Target target = application("mariadb");
    Workload tpcc = Catalogue.byName("tpcc");
    Map<String, String> orders = Map.of("weights", "1,0,0,0,0");
    run(job(tpcc, orders, "none"), target, "own");
    Queries.execute(
        server.target(),
        "CREATE TRIGGER lose_orders BEFORE INSERT ON orders1 FOR EACH ROW SET NEW.o_ol_cnt = 0");

    assertThat(measure(job(tpcc, orders, "none"), target, "own").verdict().texts())
        .containsAnyOf(lost(1), lost(2));
  }

  private static String lost(int workers) {
    return workers
        + " of "
        + workers
        + " acknowledged writes that were read back at the end are missing";
  }

  /** A login for which init_connect counts, as it does not for administrators. */
  private Target application(String product) throws Exception {
    Server started = SERVERS.get(product);
    if (started == null) {
      TargetSpec spec = product.equals("mysql") ? ItServers.anyMysql() : ItServers.embedded();
      started = ItServers.open(spec);
      SERVERS.put(product, started);
      Queries.execute(
          started.target(),
          "CREATE USER app@'%' IDENTIFIED BY 'Secret-1'",
          "GRANT ALL PRIVILEGES ON " + StartOptions.DATABASE + ".* TO app@'%'");
    }
    server = started;
    return new Target(product, started.target().url(), "app", Secret.of("Secret-1"), true);
  }

  private RunResult measure(Job job, Target target, String driver) throws Exception {
    LoadDriver through =
        driver.equals("own")
            ? LoadDriver.own(DriverWish.OWN)
            : ItServers.driver(Wishes.of(driver, true));
    return new LoadWatch()
        .run(
            new LoadExperiment(job, new LoadTargets(List.of(target), List.of()), through, false),
            Files.createTempDirectory(folder, "run"));
  }

  private RunResult run(Job job, Target target, String driver) throws Exception {
    RunResult result = measure(job, target, driver);
    BusyMachine.atMost(result.verdict().texts(), "%s", result);
    return result;
  }

  private Workload script(String sql) throws Exception {
    Path script = Files.writeString(folder.resolve("load.sql"), sql);
    Path init = Files.writeString(folder.resolve("init.sql"), "INSERT INTO t (id) VALUES (9);");
    Path cleanup =
        Files.writeString(
            folder.resolve("cleanup.sql"),
            "CREATE TABLE seen (n INT); INSERT INTO seen SELECT COUNT(*) FROM t;");
    boolean writes = sql.startsWith("BEGIN");
    return ScriptFiles.read(
            new ScriptFiles.Choice(
                Grammar.MYSQL,
                List.of(script.toString()),
                List.of(),
                null,
                writes ? init.toString() : null,
                writes ? cleanup.toString() : null,
                null),
            text -> {})
        .workload();
  }

  private static Job job(Workload workload, Map<String, String> params, String pool) {
    Map<String, String> known = new HashMap<>(params);
    known
        .keySet()
        .removeIf(
            name -> workload.info().params().stream().noneMatch(spec -> spec.name().equals(name)));
    Job job = OltpJob.of(workload, Params.resolve(workload.info(), known), 2, pool);
    RunScenario scenario =
        Made.like(job.scenario())
            .set("timeSeconds", 20)
            .set("events", EVENTS)
            .set("seed", SEEDS.incrementAndGet())
            .record();
    return new Job(workload, job.params(), scenario);
  }
}
