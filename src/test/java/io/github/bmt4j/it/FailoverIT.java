package io.github.bmt4j.it;

import static io.github.bmt4j.it.Bmt.words;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.bmt4j.failover.figures.FailoverFigures;
import io.github.bmt4j.failover.figures.Repetition;
import io.github.bmt4j.failover.figures.Summary.Spread;
import io.github.bmt4j.sampling.ServerSeries;
import io.github.bmt4j.sampling.ServerSeries.Event;
import io.github.bmt4j.sampling.ServerSeries.Server;
import io.github.bmt4j.server.Listening;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Changes of the primary on real replicated servers, by the command: what is reported against what
 * was done. Limits in time are wide, because the machine may be busy; docs/performance.md has
 * figures of an idle one.
 */
@Execution(ExecutionMode.CONCURRENT)
class FailoverIT {
  @Test
  void aKilledPrimaryIsReportedWithTheServersShareAndTheClients() {
    int repeat = 2;
    Failover failover =
        Failover.run(
                Servers.EMBEDDED,
                words(
                    "--repeat=%s --replicas=2 --promotion-delay=1500ms --connect-rate=10"
                        + " --write-rate=200",
                    repeat))
            .counts();
    for (Repetition repetition : failover.result().failover().repetitions()) {
      FailoverFigures figures = repetition.figures();
      // HikariCP waits twice as long after each vain connect: it may come up to 1.3 s late.
      assertThat(figures.writeOutageMs()).isBetween(1500.0, 2800 + Failover.BUSY_MS);
      assertThat(figures.server().outages().longestMs()).isBetween(1480.0, 1500 + Failover.BUSY_MS);
      assertThat(figures.clientAdded().toMs()).isLessThanOrEqualTo(figures.writeOutageMs() - 1400);
      assertThat(figures.reads().outageMs()).isGreaterThan(1400);
      assertThat(figures.connects().outageMs()).isGreaterThan(1400);
      assertThat(figures.writes().resolutionMs()).isEqualTo(5);
      assertThat(figures.ledger().duplicates()).isZero();
      // A write that was killed before its answer may be on the old primary only.
      assertThat(figures.ledger().divergentRows() - figures.lostWrites())
          .isBetween(0L, figures.ledger().ambiguousWrites().notApplied());
      assertThat(repetition.timeline().stream().map(moment -> moment.what().word()))
          .containsSubsequence("fault", "injected", "promoted", "flipped", "write again");
    }
    assertThat(failover.result().serverSeries())
        .hasSize(repeat)
        .allSatisfy(FailoverIT::isOfEachNode);
    Spread spread = failover.result().failover().summary().get("writes.outageMs");
    if (failover.ended().code() == 0) {
      assertThat(spread.repetitions()).isEqualTo(repeat);
      assertThat(spread.median()).isBetween(spread.min(), spread.max());
      assertThat(failover.ended().out()).contains("VALID", "client-added outage", "timeline of #");
    }
    everyOperationIsInTheFileAndTheFiguresCanBeComputedFromIt(failover);
  }

  /** The sampler's connections are its own: they last where the node does. */
  private static void isOfEachNode(ServerSeries series) {
    assertThat(series.servers())
        .extracting(Server::name)
        .containsExactly("node1", "node2", "node3");
    assertThat(series.servers().get(0).events())
        .extracting(Event::what)
        .anyMatch(what -> what.startsWith("no answer until the end: "));
    assertThat(series.servers().subList(1, 3))
        .allSatisfy(node -> assertThat(node.cost().connections()).isEqualTo(1))
        .extracting(Server::readings)
        .doesNotContain(List.of());
  }

  private static void everyOperationIsInTheFileAndTheFiguresCanBeComputedFromIt(Failover failover) {
    List<String[]> operations =
        failover.operations().stream().filter(row -> row[0].equals("1")).toList();
    for (String probe : List.of("writer", "reader", "connector")) {
      long[] sequences =
          operations.stream()
              .filter(row -> row[1].equals(probe) && row[4].equals("1"))
              .mapToLong(row -> Long.parseLong(row[2]))
              .sorted()
              .toArray();
      // Every arrival is there, once.
      for (int i = 0; i < sequences.length; i++) {
        assertThat(sequences[i]).isEqualTo(i);
      }
      assertThat(sequences.length).isGreaterThan(50);
    }
    double[] ends =
        operations.stream()
            .filter(row -> row[1].equals("writer") && row[8].equals("OK"))
            .mapToDouble(row -> Double.parseDouble(row[7]))
            .sorted()
            .toArray();
    double longest = 0;
    for (int i = 1; i < ends.length; i++) {
      longest = ends[i] > 0 ? Math.max(longest, ends[i] - ends[i - 1]) : longest;
    }
    assertThat(failover.result().failover().repetitions().get(0).figures().writeOutageMs())
        .isCloseTo(longest, within(0.01));
  }

  @Tag("extended")
  @Test
  void aHangWithoutSocketTimeoutNeverEndsAndTheToolDoes() {
    Failover failover =
        Failover.run(Servers.EMBEDDED, hang("--deadline=6s", "--replicas=1")).counts();
    assertThat(failover.figures().writeOutageMs()).isNull();
    assertThat(failover.figures().writes().outageAtLeastMs()).isGreaterThan(4_000);
    assertThat(failover.figures().attempts().stuck().hung()).isPositive();
    assertThat(failover.result().failedChecks())
        // Replication is asynchronous: the last write may be lost.
        .filteredOn(check -> !check.contains(" lost ") && !check.contains("not recovered"))
        .singleElement()
        .asString()
        .matches("repetition 1: \\d+ operations? still hung at the end, the oldest for .* s");
    assertThat(failover.ended().out()).contains(" still hung at the end, the oldest for ");
    failover.ended().exits(1);
    assertThat(failover.figures().attempts().stuck().oldestMs()).isGreaterThan(4_000);
  }

  @Tag("extended")
  @Test
  void aClientThatStoodStillMakesTheRepetitionInvalid() {
    try (Running running =
        Failover.start(Servers.EMBEDDED, "--promotion-delay=1s", "--replicas=1", "--settle=3s")) {
      running.awaitOutput(".*endpoint points to node\\d");
      long client = running.descendant("ProbeMain");
      long stopNanos = System.nanoTime();
      Signals.send("STOP", client);
      Await.pass(Duration.ofMillis(1500));
      Signals.send("CONT", client);
      double stoppedMs = (System.nanoTime() - stopNanos) / 1e6;
      String still = "the client itself stood still for ";
      Failover failover = Failover.of(running.await()).isInvalidBecause(still);
      assertThat(failover.result().verdict().texts())
          .map(reason -> Pattern.compile(still + "([\\d,]+) ms \\(").matcher(reason))
          .filteredOn(Matcher::find)
          .singleElement()
          .extracting(found -> Double.parseDouble(found.group(1).replace(",", "")))
          // It looks every millisecond.
          .satisfies(ms -> assertThat(ms).isBetween(1499.0, stoppedMs + 500));
    }
  }

  /** {@link BalanceIT} has a server that dies. */
  @Tag("extended")
  @Test
  void aProxyThatDiesMakesTheRepetitionInvalid() throws IOException {
    try (Running running =
        Failover.start(Servers.EMBEDDED, "--replicas=1", "--deadline=6s", "--settle=3s")) {
      running.awaitOutput(".*endpoint points to node2");
      Listening.onlyOnLoopback(running.processes());
      Signals.send("KILL", running.descendant("ProxyMain"));
      Failover.of(running.await())
          .isInvalidBecause("the proxy ended unexpectedly: bmt did not end it");
    }
  }

  /** All connections of a small pool hang; a large one is saved by those that it validates. */
  private static String[] hang(String... options) {
    return Stream.concat(
            Stream.of("--fault=hang", "--pool-size=1", "--write-rate=50", "--read-rate=20"),
            Stream.of(options))
        .toArray(String[]::new);
  }
}
