package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.experiment.BusyMachine;
import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.run.RunResult.ErrorCount;
import io.github.bmt4j.load.run.RunResult.IntervalResult;
import io.github.bmt4j.load.run.Totals;
import io.github.bmt4j.sampling.ServerSeries.Event;
import io.github.bmt4j.server.Server;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections and servers that are killed in the middle of a run. */
@Tag("extended")
class FaultsIT {
  private static final String INTERVAL = "\\s*\\d+\\.\\d s .*";

  /** Without hot rows, whose deadlocks may use up all retries on a busy machine. */
  private static final String UNIFORM = "--rand-type=uniform";

  /** Between two looks of the client at its workers. */
  private static final double LOOK_SECONDS = 0.05;

  @ParameterizedTest
  @EnumSource(
      value = Servers.class,
      names = {"EMBEDDED", "MYSQL"})
  void killedConnectionIsReplacedAndCountedOnce(Servers server) {
    Database database = server.database();
    String[] words = {"--pool=hikari", "--time=3", "--no-server-series", "--think=5ms"};
    try (Running running = start(database, words)) {
      running.awaitOutput(INTERVAL);
      killOneAtWork(database);
      RunResult result = running.await().result();
      Totals totals = result.totals();
      assertThat(totals.failed() + totals.unknown()).isEqualTo(1);
      assertThat(result.verdict().texts())
          .as("one failure is more than 1 % of the operations of a slow machine")
          .allMatch(reason -> reason.startsWith("1 of ") || BusyMachine.isToBlame(reason));
      assertThat(totals.reconnects()).isEqualTo(1);
      List<ErrorCount> lost =
          result.errorsByCode().stream().filter(error -> error.code() != 1213).toList();
      assertThat(lost).singleElement().returns(1L, ErrorCount::count);
      assertThat(lost.get(0).phase()).isIn("statement", "commit");
      assertThat(lost.get(0).retried()).isZero();
      assertThat(lost.get(0).message()).isNotBlank().doesNotContain("\n");
      assertThat(lastFull(result).transactions()).isPositive();
    }
  }

  @Test
  void killedServerEndsInAStoredResult() {
    try (Server lab = Servers.EMBEDDED.open()) {
      Database database = Database.of(lab.target());
      try (Running running = start(database, "--pool=hikari", "--time=3")) {
        running.awaitOutput(INTERVAL);
        Signals.send("KILL", lab.pid().orElseThrow());
        Ended ended = running.await(Duration.ofSeconds(60)).exits(1);
        isInvalidBecauseOfTheServer(ended.result(), "borrow");
      }
    }
  }

  @Test
  void killedServerOfOursEndsInAStoredResultAndLeavesNothing() {
    try (Cache cache = Cache.withBinaries();
        Running running = startOwn(cache, "--time=3", "--pool=none")) {
      running.awaitOutput(INTERVAL);
      Signals.send("KILL", cache.processes().get(0).pid());
      Ended ended = running.await(Duration.ofSeconds(60)).exits(1);
      isInvalidBecauseOfTheServer(ended.result(), "connect");
      assertThat(cache.servers()).isEmpty();
      assertThat(cache.processes()).isEmpty();
    }
  }

  @Test
  void aServerThatDoesNotAnswerHardlyDelaysTheEndOfARun() {
    try (Cache cache = Cache.withBinaries();
        Running running = startOwn(cache, "--time=60")) {
      running.awaitOutput(INTERVAL);
      Signals.send("STOP", cache.processes().get(0).pid());
      long askedNanos = System.nanoTime();
      running.signal("TERM");
      RunResult result = running.await(Duration.ofSeconds(60)).result();
      // Operations get 2 s, their connections 1 s, and the frozen server none.
      assertThat(System.nanoTime() - askedNanos).isLessThan(Duration.ofSeconds(8).toNanos());
      assertThat(result.totals().transactions()).isPositive();
      assertThat(result.verdict().texts()).anyMatch(reason -> reason.startsWith("interrupted"));
      assertThat(cache.processes()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"hikari", "none"})
  void runGoesOnWhenTheServerComesBack(String pool) throws Exception {
    try (Server lab = Servers.EMBEDDED.open()) {
      Database database = Database.of(lab.target());
      database.command().run("prepare", "oltp_read_write", "--table-size=1000").exits(0);
      try (Running running =
          start(database, "--pool=" + pool, "--time=8", "--threads=2", "--think=5ms")) {
        running.awaitOutput(INTERVAL);
        long killedNanos = System.nanoTime();
        try (Restarted server =
            Restarted.afterKilling(lab.pid().orElseThrow(), Duration.ofSeconds(1))) {
          server.awaitPort(Integer.parseInt(database.url().replaceAll(".*:(\\d+)/.*", "$1")));
          double awaySeconds = (System.nanoTime() - killedNanos) / 1e9;
          RunResult result = running.await().exits(1).result();
          // A pool waits for the server, and a worker in it neither fails nor succeeds. What the
          // client stood still is no time without success.
          assertThat(result.totals().withoutSuccessSeconds())
              .isBetween(
                  server.dead().toMillis() / 1e3 - stoodStillSeconds(result) - 2 * LOOK_SECONDS,
                  // Each pause of HikariCP between attempts is as long as all before it.
                  pool.equals("hikari") ? 2 * awaySeconds + 1 : awaySeconds + 2);
          assertThat(result.verdict().texts())
              .anyMatch(reason -> reason.startsWith("a server was restarted during the run"))
              .anyMatch(reason -> reason.startsWith("operations failed and none succeeded for "));
          assertThat(result.server()).isNull();
          assertThat(Objects.requireNonNull(result.serverSeries()).servers().get(0).events())
              .extracting(Event::what)
              .anyMatch(what -> what.startsWith("the server was restarted"));
          assertThat(result.totals().failed() + result.totals().unknown()).isPositive();
          assertThat(result.totals().reconnects()).isPositive();
          assertThat(lastFull(result).transactions()).isPositive();
          assertThat(lastFull(result).errors()).isLessThan(lastFull(result).transactions());
          assertThat(database.number("SELECT COUNT(*) FROM sbtest1")).isEqualTo(1000);
        }
      }
    }
  }

  @Test
  void aClientThatStoodStillIsNoMeasurementOfTheServer() {
    Database database = Servers.EMBEDDED.database();
    try (Running running = start(database, "--time=4", "--think=5ms")) {
      running.awaitOutput(INTERVAL);
      long stopNanos = System.nanoTime();
      running.signal("STOP");
      Await.pass(Duration.ofSeconds(2));
      running.signal("CONT");
      double stoppedSeconds = (System.nanoTime() - stopNanos) / 1e9;
      RunResult result = running.await().exits(1).result();
      assertThat(result.verdict().texts()).allMatch(BusyMachine::isToBlame);
      assertThat(stoodStillSeconds(result)).isBetween(2 - LOOK_SECONDS, stoppedSeconds + 0.9);
      // On a busy machine the first operation after it may take 0.2 s, and never the 2 s.
      assertThat(Objects.requireNonNullElse(result.totals().withoutSuccessSeconds(), 0.0))
          .isLessThan(1);
    }
  }

  /** How long the client stood still, as the verdict says it. */
  private static double stoodStillSeconds(RunResult result) {
    String still = "the client itself stood still for ";
    return result.verdict().texts().stream()
        .filter(reason -> reason.startsWith(still))
        .mapToDouble(
            reason -> Double.parseDouble(reason.replaceFirst(still + "([\\d.]+) .*", "$1")))
        .sum();
  }

  private static void isInvalidBecauseOfTheServer(RunResult result, String phase) {
    Totals totals = result.totals();
    assertThat(result.verdict().status()).isEqualTo(Status.INVALID);
    assertThat(result.verdict().texts()).isNotEmpty();
    assertThat(totals.transactions()).isPositive();
    assertThat(totals.errors()).isGreaterThanOrEqualTo(4);
    assertThat(result.errorsByCode().stream().mapToLong(ErrorCount::count).sum())
        .isEqualTo(totals.errors());
    assertThat(result.errorsByCode())
        .extracting(ErrorCount::phase)
        .anyMatch(p -> p.equals("statement") || p.equals("commit"));
    assertThat(result.errorsByCode()).extracting(ErrorCount::phase).contains(phase);
    assertThat(totals.stuck()).isZero();
  }

  /** The last interval that is not cut short by the end. */
  private static IntervalResult lastFull(RunResult result) {
    List<IntervalResult> full =
        result.intervals().stream().filter(i -> i.toSeconds() - i.fromSeconds() > 0.9).toList();
    return full.get(full.size() - 1);
  }

  private static void killOneAtWork(Database database) {
    List<List<String>> found = new ArrayList<>();
    Await.until(
        "a connection at work",
        () -> {
          found.addAll(
              database.rows(
                  "SELECT id FROM information_schema.processlist WHERE db = DATABASE()"
                      + " AND command <> 'Sleep' AND id <> CONNECTION_ID() LIMIT 1"));
          return !found.isEmpty();
        });
    database.execute("KILL " + found.get(0).get(0));
  }

  /** A load on a server that bmt starts. */
  private static Running startOwn(Cache cache, String... more) {
    List<String> words =
        new ArrayList<>(List.of("run", "oltp_read_write", UNIFORM, "--warmup=0", "--threads=4"));
    words.addAll(List.of("--cache-dir", cache.path().toString()));
    words.addAll(List.of(more));
    return Bmt.command().start(words.toArray(String[]::new));
  }

  private static Running start(Database database, String... more) {
    List<String> words =
        new ArrayList<>(
            List.of("run", "oltp_read_write", UNIFORM, "--table-size=1000", "--warmup=0"));
    words.addAll(List.of(more));
    if (words.stream().noneMatch(word -> word.startsWith("--threads="))) {
      words.add("--threads=4");
    }
    return database.command().start(words.toArray(String[]::new));
  }
}
