package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.bmt4j.failover.figures.FailoverFigures;
import io.github.bmt4j.failover.figures.FailoverFigures.Repetition;
import io.github.bmt4j.failover.figures.FailoverFigures.Spread;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Changes of the primary on real replicated servers, by the command: what is reported against what
 * was done. Limits in time are wide, because the machine may be busy; docs/performance.md has
 * figures of an idle one.
 */
@Execution(ExecutionMode.CONCURRENT)
class FailoverIT {
  /** What the machine adds to a test that has it to itself. */
  private static final double ALONE_MS = 700;

  @BeforeAll
  static void onLinux() {
    assumeTrue(
        Files.isDirectory(Path.of("/proc/self")), "LEFT OUT: failover, as there is no /proc");
  }

  @ParameterizedTest
  @EnumSource(
      value = Servers.class,
      names = {"EMBEDDED", "LOCAL"})
  void aKilledPrimaryIsReportedWithTheServersShareAndTheClients(Servers server) {
    int repeat = server == Servers.EMBEDDED ? 1 : 2;
    int replicas = server == Servers.EMBEDDED ? 2 : 1;
    Failover failover =
        Failover.run(
                server, "--repeat=" + repeat, "--replicas=" + replicas, "--promotion-delay=1500ms")
            .counts();
    for (Repetition repetition : failover.result().failover().repetitions()) {
      FailoverFigures figures = repetition.figures();
      // HikariCP waits twice as long after each vain connect: it may come up to 1.3 s late.
      assertThat(figures.writeOutageMs()).isBetween(1500.0, 2800 + Failover.BUSY_MS);
      assertThat(figures.serverOutages().longestMs()).isBetween(1480.0, 1500 + Failover.BUSY_MS);
      assertThat(figures.clientAdded().toMs()).isLessThanOrEqualTo(figures.writeOutageMs() - 1400);
      assertThat(figures.readOutageMs()).isGreaterThan(1400);
      assertThat(figures.connectOutageMs()).isGreaterThan(1400);
      assertThat(figures.resolutionMs()).isEqualTo(5);
      assertThat(figures.duplicates()).isZero();
      // A write that was killed before its answer may be on the old primary only.
      assertThat(figures.divergentRows() - figures.lostWrites())
          .isBetween(0L, figures.ambiguousWrites().notApplied());
      assertThat(repetition.timeline().stream().map(moment -> moment.what()))
          .containsSubsequence("fault", "injected", "promoted", "flipped", "write again");
    }
    Spread spread = failover.result().failover().summary().get("writeOutageMs");
    if (failover.ended().code() == 0) {
      assertThat(spread.repetitions()).isEqualTo(repeat);
      assertThat(spread.median()).isBetween(spread.min(), spread.max());
      assertThat(failover.ended().out()).contains("VALID", "client-added outage", "timeline of #");
    }
    if (repeat == 1) {
      everyOperationIsInTheFileAndTheFiguresCanBeComputedFromIt(failover);
    }
  }

  private static void everyOperationIsInTheFileAndTheFiguresCanBeComputedFromIt(Failover failover) {
    List<String[]> operations = failover.operations();
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
    assertThat(failover.figures().writeOutageMs()).isCloseTo(longest, within(0.01));
  }

  @Tag("extended")
  @Test
  void aHangWithoutSocketTimeoutNeverEndsAndTheToolDoes() {
    Failover failover =
        Failover.run(Servers.EMBEDDED, hang("--deadline=6s", "--replicas=1")).counts();
    assertThat(failover.figures().writeOutageMs()).isNull();
    assertThat(failover.figures().writeOutageAtLeastMs()).isGreaterThan(4_000);
    assertThat(failover.figures().stuck().hung()).isPositive();
    assertThat(failover.result().failedChecks())
        // Replication is asynchronous: the last write may be lost.
        .filteredOn(check -> !check.contains(" lost ") && !check.contains("not recovered"))
        .singleElement()
        .asString()
        .matches("repetition 1: \\d+ operations? still hung at the end, the oldest for .* s");
    assertThat(failover.ended().out()).contains(" still hung at the end, the oldest for ");
    failover.ended().exits(1);
    assertThat(failover.figures().stuck().oldestMs()).isGreaterThan(4_000);
  }

  @Tag("timing")
  @Test
  void aCutThatIsShortIsReportedAsLongAsItWas() {
    reportsACut("blackhole", 150, ALONE_MS);
  }

  @Tag("extended")
  @Test
  void aReadOnlyTimeOfKnownLengthIsReportedAsLongAsItWas() {
    reportsACut("read-only", 1500, Failover.BUSY_MS);
  }

  private static void reportsACut(String fault, int millis, double addedMs) {
    Failover failover =
        Failover.run(
                Servers.EMBEDDED, "--fault=" + fault, "--duration=" + millis + "ms", "--replicas=1")
            .counts();
    FailoverFigures figures = failover.figures();
    assertThat(figures.writeOutageMs()).isBetween(millis - 1.0, millis + addedMs);
    assertThat(figures.lostWrites()).isZero();
    // Nobody was promoted.
    assertThat(figures.divergentRows()).isNull();
    if (fault.equals("read-only")) {
      assertThat(figures.serverOutages().longestMs()).isBetween(millis - 50.0, millis + addedMs);
      assertThat(figures.misrouted().writes()).isPositive();
      assertThat(failover.errors(1290)).isEqualTo(figures.misrouted().writes());
    } else if (figures.clientAddedOutageMs() == null) {
      // On a busy machine a write of an observer may stall too, and then the figure is left out.
      assertThat(failover.notes()).anyMatch(note -> note.startsWith("client-added outage is unk"));
    } else {
      assertThat(figures.clientAddedOutageMs()).isGreaterThan(figures.writeOutageMs() / 2);
    }
  }

  @Tag("extended")
  @Test
  void whatALaggingReplicaLacksIsLostAndSaidWithExitCode1() {
    Failover failover =
        Failover.run(Servers.EMBEDDED, "--fault=lagging-promotion", "--lag=1s").counts();
    FailoverFigures figures = failover.figures();
    // What was acknowledged while replicas received nothing; nothing else writes the ledger.
    assertThat(figures.lostWrites())
        .isBetween(acknowledged(failover, 950), acknowledged(failover, 1000 + Failover.BUSY_MS));
    assertThat(figures.divergentRows()).isBetween(figures.lostWrites(), figures.lostWrites() + 10);
    assertThat(figures.staleReads()).isPositive();
    assertThat(failover.result().failedChecks())
        .containsExactly(
            String.format("repetition 1 lost %,d acknowledged writes", figures.lostWrites()));
    failover.ended().exits(1);
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
      assertThat(failover.result().verdict().reasons())
          .map(reason -> Pattern.compile(still + "([\\d,]+) ms \\(").matcher(reason))
          .filteredOn(Matcher::find)
          .singleElement()
          .extracting(found -> Double.parseDouble(found.group(1).replace(",", "")))
          // It looks every millisecond.
          .satisfies(ms -> assertThat(ms).isBetween(1499.0, stoppedMs + 500));
    }
  }

  @Tag("extended")
  @ParameterizedTest
  @CsvSource({"/node2/, node2", "ProxyMain, the proxy"})
  void aServerOrProxyThatDiesWithoutTheFaultMakesTheRepetitionInvalid(String process, String name) {
    try (Running running =
        Failover.start(Servers.EMBEDDED, "--replicas=1", "--deadline=6s", "--settle=3s")) {
      running.awaitOutput(".*endpoint points to node2");
      Signals.send("KILL", running.descendant(process));
      Failover.of(running.await())
          .isInvalidBecause(name + " ended unexpectedly: bmt did not end it");
    }
  }

  /** All connections of a small pool hang; a large one is saved by those that it validates. */
  private static String[] hang(String... options) {
    return Stream.concat(
            Stream.of("--fault=hang", "--pool-size=1", "--write-rate=50", "--read-rate=20"),
            Stream.of(options))
        .toArray(String[]::new);
  }

  /** Writes that succeeded in the last milliseconds before the fault, or after it. */
  private static long acknowledged(Failover failover, double beforeMs) {
    return failover.operations().stream()
        .filter(row -> row[1].equals("writer") && row[8].equals("OK"))
        .filter(row -> row[12].equals("node1") && Double.parseDouble(row[7]) > -beforeMs)
        .count();
  }
}
