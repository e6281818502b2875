package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.bmt4j.clock.Times;
import io.github.bmt4j.experiment.BusyMachine;
import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.run.RunResult.ErrorCount;
import io.github.bmt4j.load.run.RunResult.KindFigures;
import io.github.bmt4j.load.run.Totals;
import io.github.bmt4j.server.Server;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the commands do with {@code tpcc}, against what its tables and the server then have. */
class CommandsOnTpccIT {
  private static final String TABLES =
      "customer1, district1, history1, item1, new_orders1, order_line1, orders1, stock1,"
          + " warehouse1";

  /** Deadlocks on one warehouse use up the usual ten on a busy machine. */
  private static final String RETRIES = " --max-retries 10000";

  private static final String INTERVAL = "\\s*1\\.\\d s .*";
  private static final Duration STALL = Duration.ofSeconds(1);

  /** The rows that were loaded. */
  private static final Map<Servers, List<List<String>>> LOADED = new EnumMap<>(Servers.class);

  /** The beginning of what follows. */
  @Tag("short")
  @Test
  void aRunCountsWhatTheTablesHave() throws IOException {
    Database database = Servers.EMBEDDED.database();
    bmt(database, "prepare tpcc").exits(0);
    rolledBackAndCountedAsTheTablesHaveIt(database, "statements");
    isConsistent(database, "check tpcc");
  }

  /** Who comes while the server stands still waits for it, and a killed one comes back whole. */
  @Tag("extended")
  @Test
  void whatCommandsSayIsWhatTheTablesOfMariadbHave() throws IOException {
    try (Server lab = Servers.EMBEDDED.open()) {
      Database database = Database.of(lab.target());
      isCountedAsTheTablesHaveIt(Servers.EMBEDDED, database);
      everybodyWaitsForAStalledServer(database, lab.pid().orElseThrow());
      aFaultIsFound(database);
      modeSysbenchIsNamed(database);
      theStudyOfItIsShownBesideWhatWasPublished(database);
      aKilledServerHasWhatWasAcknowledged(database, lab.pid().orElseThrow());
    }
  }

  @Tag("extended")
  @Test
  void whatCommandsSayIsWhatTheTablesOfMysqlHave() throws IOException {
    Database database = Servers.MYSQL.database();
    isCountedAsTheTablesHaveIt(Servers.MYSQL, database);
    bmt(database, "reset tpcc").exits(0);
    isConsistent(database, "check tpcc --after-load");
    assertThat(Stream.of(TABLES.split(", ")).map(database::sums).toList())
        .isEqualTo(LOADED.get(Servers.MYSQL));
    bmt(database, "cleanup tpcc --yes").exits(0);
    assertThat(database.rows("SHOW TABLES")).isEmpty();
    assertThat(
            database.number(
                "SELECT COUNT(*) FROM information_schema.routines WHERE routine_schema ="
                    + " DATABASE()"))
        .isZero();
  }

  private static void isCountedAsTheTablesHaveIt(Servers server, Database database)
      throws IOException {
    bmt(database, "prepare tpcc").exits(0);
    isConsistent(database, "check tpcc --after-load");
    LOADED.put(server, Stream.of(TABLES.split(", ")).map(database::sums).toList());
    assertThat(LOADED.values())
        .as("one seed gives the same rows everywhere")
        .containsOnly(LOADED.get(server));

    long rolledBack = 0;
    List<String> all = List.of("statements", "procedures"); // On MariaDB: TpccCountsIT.
    for (String calls : server == Servers.MYSQL ? all : all.subList(0, 1)) {
      rolledBack += rolledBackAndCountedAsTheTablesHaveIt(database, calls);
    }
    assertThat(rolledBack).isPositive();
    manyThreadsOnOneWarehouseKeepTheRules(database);
  }

  private static long rolledBackAndCountedAsTheTablesHaveIt(Database database, String calls)
      throws JsonProcessingException {
    Growth before = Growth.read(database);
    Ended ended =
        bmt(
            database,
            "run tpcc --threads 4 --warmup 0 --time 0 --events 400 --rand-seed 17 --output json"
                + RETRIES
                + " --calls "
                + calls);
    RunResult result = ended.counts();
    Growth growth = Growth.read(database).since(before);

    Totals totals = result.totals();
    assertThat(totals.failed() + totals.unknown() + totals.stuck()).isZero();
    KindFigures newOrders = kind(result, "new-order");
    long orders = newOrders.transactions() - newOrders.rollbacks();
    assertThat(growth.orders).as(calls).isEqualTo(orders);
    assertThat(growth.nextNumbers).as(calls).isEqualTo(orders);
    assertThat(growth.payments).as(calls).isEqualTo(kind(result, "payment").transactions());
    JsonNode skipped = share(ended, "deliveries that skipped a district");
    long deliveries = kind(result, "delivery").transactions();
    assertThat(skipped.path("trials").asLong()).isEqualTo(deliveries).isPositive();
    assertThat(skipped.path("hits").asLong()).isZero();
    assertThat(orders - growth.undelivered).as(calls).isEqualTo(10 * deliveries);
    if (!calls.equals("procedures")) {
      assertThat(growth.rollbacks).as(calls).isEqualTo(newOrders.rollbacks() + totals.errors());
    }
    return newOrders.rollbacks();
  }

  private static void manyThreadsOnOneWarehouseKeepTheRules(Database database) {
    Ended ended =
        bmt(database, "run tpcc --threads 32 --warmup 0 --time 0 --events 300 --check" + RETRIES);
    RunResult result = ended.counts();
    assertThat(result.totals().failed()).isZero();
    assertThat(result.errorsByCode()).extracting(ErrorCount::code).isSubsetOf(1213, 1205, 1020);
    assertThat(ended.out())
        .contains("NOPM", "not an audited TPC-C result", "mode spec")
        .doesNotContain("tpmC");
  }

  private static void aFaultIsFound(Database database) {
    database.execute("UPDATE warehouse1 SET w_ytd = w_ytd + 1");
    Ended checked = bmt(database, "check tpcc").exits(1);
    assertThat(checked.out())
        .containsPattern("3\\.3\\.2\\.1 .* 1 violation\n")
        .contains("2 violated");
    RunResult result = bmt(database, "run tpcc --check --warmup 0 --time 1").exits(1).result();
    assertThat(result.verdict().texts())
        .filteredOn(reason -> !BusyMachine.isToBlame(reason))
        .hasSize(2)
        .first()
        .asString()
        .startsWith("the tables violate rule 3.3.2.1 (w_ytd = sum of d_ytd): 1 violation, ");
    database.execute("UPDATE warehouse1 SET w_ytd = w_ytd - 1");
  }

  private static void modeSysbenchIsNamed(Database database) {
    Ended ended = bmt(database, "run tpcc --mode sysbench --threads 4 --warmup 0 --time 1");
    ended.counts();
    assertThat(ended.out().lines()).first().asString().contains("tpcc, mode sysbench,");
    assertThat(ended.out()).contains("NOPM").doesNotContain("tpmC");
  }

  /** On the tables that are there. */
  private static void theStudyOfItIsShownBesideWhatWasPublished(Database database)
      throws IOException {
    Study study = Study.run(database, "aurora-tpcc", "0.004", 1);

    assertThat(study.ended().err()).doesNotContain("Loading");
    assertThat(study.ended().out()).contains("tpcc-qps");
    assertThat(study.page().toString()).contains("mode sysbench");
    assertThat(study.tables("Published figures").get(0).path("rows")).hasSize(3);
    isConsistent(database, "check tpcc --mode sysbench");
  }

  private static void aKilledServerHasWhatWasAcknowledged(Database database, long pid)
      throws IOException {
    long before = database.number("SELECT COUNT(*) FROM orders1");
    try (Running run =
            database.command().start("run tpcc --threads 4 --warmup 0 --time 5".split(" "));
        Restarted server = restarted(run, pid)) {
      server.awaitPort(Integer.parseInt(database.url().replaceAll(".*:(\\d+)/.*", "$1")));
      RunResult result = run.await().exits(1).result();
      KindFigures newOrders = kind(result, "new-order");
      long acknowledged = newOrders.transactions() - newOrders.rollbacks();
      assertThat(result.totals().failed() + result.totals().unknown()).isPositive();
      assertThat(database.number("SELECT COUNT(*) FROM orders1") - before)
          .isBetween(acknowledged, acknowledged + newOrders.unknown())
          .isPositive();
      isConsistent(database, "check tpcc --mode sysbench");
    }
  }

  private static Restarted restarted(Running run, long pid) throws IOException {
    run.awaitOutput(INTERVAL);
    return Restarted.afterKilling(pid, Duration.ZERO);
  }

  private static void everybodyWaitsForAStalledServer(Database database, long pid) {
    try (Running run =
        database
            .command()
            .start(
                ("run tpcc --pacing 0.01 --terminals 20 --threads 4 --warmup 0 --time 4" + RETRIES)
                    .split(" "))) {
      run.awaitOutput(INTERVAL);
      Signals.send("STOP", pid);
      try {
        Await.pass(STALL);
      } finally {
        Signals.send("CONT", pid);
      }
      RunResult result = run.await().counts();
      double stall = STALL.toMillis();
      Times waiting = Objects.requireNonNull(result.latency().waiting());
      assertThat(result.latency().service().max()).isGreaterThan(stall - 100);
      assertThat(result.latency().response().max()).isGreaterThan(stall - 100);
      assertThat(waiting.max()).isGreaterThan(stall / 2);
      // Of 20 terminals, 16 find no thread, and most are due in the first half. After the stall the
      // four threads too may be between two transactions, while terminals are due again.
      assertThat(result.totals().maxBacklog()).isBetween(12L, 20L);
      assertThat(waiting.count() * Objects.requireNonNull(waiting.mean()))
          .isGreaterThan(16 * stall / 2);
      assertThat(result.totals().failed() + result.totals().unknown()).isZero();
    }
  }

  private static Ended bmt(Database database, String words) {
    return database.command().run(words.split(" "));
  }

  private static void isConsistent(Database database, String words) {
    assertThat(bmt(database, words).exits(0).out()).contains("the tables are consistent");
  }

  private static KindFigures kind(RunResult result, String name) {
    return Objects.requireNonNull(result.kinds()).stream()
        .filter(kind -> kind.kind().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static JsonNode share(Ended ended, String name) throws JsonProcessingException {
    for (JsonNode share : new ObjectMapper().readTree(ended.out()).path("shares")) {
      if (share.path("name").asText().equals(name)) {
        return share;
      }
    }
    throw new AssertionError("no " + name + " in " + ended.out());
  }

  /**
   * What tables and server have, or have more than before.
   *
   * @param nextNumbers of orders, in all districts together
   * @param rollbacks the statements of that name, of all sessions
   */
  private record Growth(
      long orders, long undelivered, long payments, long nextNumbers, long rollbacks) {
    static Growth read(Database database) {
      return new Growth(
          database.number("SELECT COUNT(*) FROM orders1"),
          database.number("SELECT COUNT(*) FROM new_orders1"),
          database.number("SELECT COUNT(*) FROM history1"),
          database.number("SELECT SUM(d_next_o_id) FROM district1"),
          Long.parseLong(database.rows("SHOW GLOBAL STATUS LIKE 'Com_rollback'").get(0).get(1)));
    }

    Growth since(Growth before) {
      return new Growth(
          orders - before.orders,
          undelivered - before.undelivered,
          payments - before.payments,
          nextNumbers - before.nextNumbers,
          rollbacks - before.rollbacks);
    }
  }
}
