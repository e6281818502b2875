package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.experiment.BusyMachine;
import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.server.ItServers;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ctrl-C, SIGTERM and SIGKILL: what is kept, and that nothing is left. */
@Execution(ExecutionMode.CONCURRENT)
@Tag("extended")
class InterruptIT {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final String INTERVAL = "\\s*-?\\d+\\.\\d s .*";

  @AutoClose private final Cache cache = Cache.forSignals();

  @Test
  void anErrorEndsTheCommandAndItsServerAtOnce() {
    Ended ended =
        Bmt.commandWithout("HdrHistogram")
            .run(Servers.EMBEDDED.started("run", "oltp_point_select", "--time=1", "--warmup=0"))
            .exits(3);
    assertThat(ended.err()).contains("Starting").doesNotContain("\tat ");
    assertThat(ended.err().lines().reduce((before, last) -> last).orElse(""))
        .startsWith("bmt: Java cannot load a class (")
        .contains("HdrHistogram");
    assertThat(ended.took()).isLessThan(SOON);
  }

  @Test
  void ctrlCInTheMeasurementKeepsWhatWasMeasured() throws IOException {
    ItServers.ctrlC();
    try (Running run =
        start(
            Bmt.command().with("BMT_TERMINAL", "1"),
            "oltp_read_write",
            "--warmup=0",
            "--time=60",
            "--threads=4",
            // Without hot rows, whose deadlocks may use up all retries on a busy machine.
            "--rand-type=uniform",
            "--live")) {
      run.awaitOutput(INTERVAL);
      Left left = new Left(cache);
      run.signal("INT");
      Ended ended = run.await(SOON).exits(130);
      // Charts were drawn, and taken away again.
      assertThat(ended.err()).contains("p95 ms", "█");
      assertThat(ended.err().substring(ended.err().lastIndexOf('\u001b'))).doesNotContain("│");
      RunResult result = ended.result();
      assertThat(result.verdict().status()).isEqualTo(Status.INVALID);
      assertThat(result.verdict().texts())
          .filteredOn(reason -> !BusyMachine.isToBlame(reason))
          .singleElement()
          .asString()
          .startsWith("interrupted after ");
      assertThat(result.totals().transactions()).isPositive();
      assertThat(result.totals().failed() + result.totals().unknown()).isZero();
      assertThat(result.totals().stuck()).isZero();
      assertThat(result.totals().elapsedSeconds()).isBetween(0.5, 50.0);
      // The server was asked for its counters before it was stopped.
      assertThat(result.server().statements())
          .isEqualTo(result.server().counted() + result.totals().errors());
      assertThat(ended.out()).contains("INVALID", "interrupted after");
      left.isGone();
    }
  }

  @Test
  void ctrlCInTheWarmUpStoresThatNothingWasMeasured() throws IOException {
    ItServers.ctrlC();
    try (Running run = start("oltp_point_select", "--warmup=60")) {
      run.awaitOutput(INTERVAL + "warm-up");
      Left left = new Left(cache);
      run.signal("INT");
      RunResult result = run.await(SOON).exits(130).result();
      assertThat(result.verdict().status()).isEqualTo(Status.INVALID);
      assertThat(result.verdict().texts()).contains("interrupted after 0.0 s of measurement");
      assertThat(result.totals().transactions()).isZero();
      assertThat(result.intervals()).isEmpty();
      left.isGone();
    }
  }

  @Test
  void ctrlCWhileTablesAreLoadedLeavesNoHalfTables() throws IOException {
    ItServers.ctrlC();
    Database database = Servers.EMBEDDED.database();
    try (Running run =
        database.command().start("run", "oltp_read_write", "--table-size=20000000")) {
      Await.until(
          "rows", () -> !database.rows("SHOW TABLES").isEmpty() && rows(database, "sbtest1") > 0);
      run.signal("INT");
      Ended ended = run.await(SOON).exits(130);
      assertThat(ended.runs()).isEmpty();
      assertThat(ended.err()).contains("bmt: stopped while loading");
      assertThat(ended.err().lines()).filteredOn(l -> l.startsWith("bmt: ")).hasSize(1);
      assertThat(database.rows("SHOW TABLES")).isEmpty();
    }
  }

  /** At different moments of a start that takes a second. */
  @ParameterizedTest
  @ValueSource(strings = {"server.log", "data", "server.record"})
  void ctrlCWhileTheServerStartsLeavesNothing(String made) throws IOException {
    ItServers.ctrlC();
    try (Running run = start("oltp_point_select")) {
      Await.until(
          made, () -> cache.servers().stream().anyMatch(s -> Files.exists(s.resolve(made))));
      run.signal("INT");
      Ended ended = run.await(SOON).exits(130);
      assertThat(ended.runs()).isEmpty();
      assertThat(ended.err()).doesNotContain("\tat ", "mistake");
      assertThat(cache.servers()).isEmpty();
      assertThat(cache.processes()).isEmpty();
    }
  }

  /** They are written as they end. */
  @Test
  void aKilledCommandKeepsItsIntervals() {
    try (Running run = start("oltp_read_write", "--warmup=0", "--time=60")) {
      run.awaitOutput(INTERVAL);
      run.signal("KILL");
      Ended killed = run.await(SOON).exits(137);
      assertThat(cache.processes()).hasSize(1);
      assertThat(Ended.text(killed.run().resolve("intervals.csv")).lines()).hasSizeGreaterThan(1);
      assertThat(killed.run().resolve("result.json")).doesNotExist();
    }
  }

  private Running start(String... words) {
    return start(Bmt.command(), words);
  }

  private Running start(Bmt bmt, String... words) {
    List<String> line = new ArrayList<>(List.of("run"));
    line.addAll(List.of(words));
    line.addAll(
        List.of("--target", Servers.EMBEDDED.target(), "--cache-dir", cache.path().toString()));
    return bmt.start(line.toArray(String[]::new));
  }

  private static long rows(Database database, String table) {
    return database.number(
        "SELECT table_rows FROM information_schema.tables WHERE table_schema = DATABASE()"
            + " AND table_name = '"
            + table
            + "'");
  }

  /** What a command of a cache has started, while it is there. */
  private static final class Left {
    private final Cache cache;
    private final List<ProcessHandle> processes;
    private final int port;

    Left(Cache cache) {
      this.cache = cache;
      this.processes = cache.processes();
      assertThat(processes).hasSize(1);
      assertThat(cache.servers()).hasSize(1);
      this.port = Integer.parseInt(Cache.option(processes.get(0), "--port").orElseThrow());
      assertThat(Restarted.listens(port)).isTrue();
    }

    void isGone() {
      assertThat(processes).noneMatch(ProcessHandle::isAlive);
      assertThat(cache.processes()).isEmpty();
      assertThat(cache.servers()).isEmpty();
      assertThat(Restarted.listens(port)).isFalse();
    }
  }
}
