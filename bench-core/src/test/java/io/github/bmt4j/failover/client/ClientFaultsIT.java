package io.github.bmt4j.failover.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failover.figures.ClientLog;
import io.github.bmt4j.failover.figures.LedgerCopy;
import io.github.bmt4j.failover.figures.Operation;
import io.github.bmt4j.failover.figures.ProbeKind;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.Outcome;
import io.github.bmt4j.server.Child;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A client JVM whose server, or whose parent, is killed or frozen. */
@Execution(ExecutionMode.CONCURRENT)
@Tag("extended")
class ClientFaultsIT {
  private ProbedServer server;

  @TempDir Path temp;

  @BeforeEach
  void startServer() throws Exception {
    server = new ProbedServer();
  }

  @AfterEach
  void stopServer() throws Exception {
    if (server != null) {
      server.signal("CONT");
      server.close();
    }
  }

  @Test
  void aKilledServerEndsEveryOperationInSomeWay() throws Exception {
    ClientProcess client = server.client(Plans.of(server.target()).pool(5, 500), temp);
    Thread.sleep(500);
    long killed = Clock.SYSTEM.nanoTime();
    server.signal("KILL");
    ProbedServer.await(() -> ProcessHandle.of(server.pid()).isEmpty());
    long gone = Clock.SYSTEM.nanoTime();
    Thread.sleep(1_000);
    assertThat(client.status().writer().troubleNanos()).isGreaterThan(killed);
    assertThat(client.status().writer().counts().failed()).isPositive();
    ClientLog log = client.stop(Duration.ofSeconds(5));

    for (ProbeKind probe : ProbeKind.values()) {
      List<Operation> operations = ProbedServer.of(log, probe);
      assertThat(operations).filteredOn(Operation::ok).isNotEmpty();
      // An answer may still have been in a socket when the process died.
      List<Operation> later =
          operations.stream()
              .filter(operation -> operation.startNanos() > gone + 300_000_000)
              .toList();
      assertThat(later)
          .isNotEmpty()
          .allMatch(operation -> operation.outcome() == Outcome.FAILED)
          .allMatch(operation -> operation.endNanos() != Operation.NEVER);
      // The pool gives a connection that was just used without a look at it, each at most once.
      ErrorPhase phase = probe == ProbeKind.CONNECTOR ? ErrorPhase.CONNECT : ErrorPhase.BORROW;
      assertThat(later)
          .filteredOn(operation -> operation.phase() != phase)
          .hasSizeLessThanOrEqualTo(probe == ProbeKind.CONNECTOR ? 0 : 5);
      assertThat(later).filteredOn(operation -> operation.phase() == phase).isNotEmpty();
    }
    assertThat(log.connects()).filteredOn(connect -> !connect.connected()).isNotEmpty();
  }

  @Test
  void operationsThatHangAreStuckWhereTheyHang() throws Exception {
    ClientProcess client =
        server.client(Plans.of(server.target()).rates(100, 0, 0).workers(1_000), temp);
    Thread.sleep(300);
    server.signal("STOP");
    Thread.sleep(1_500);
    ClientStatus.Probe status = client.status().writer();
    assertThat(status.counts().waiting()).isGreaterThan(100);
    assertThat(status.counts().failed() + status.counts().unknown()).isZero();
    // Nothing has failed; that operations wait for longer than a second is trouble all the same.
    assertThat(status.troubleNanos()).isGreaterThan(status.lastOkEndNanos());
    long asked = Clock.SYSTEM.nanoTime();
    ClientLog log = client.stop(Duration.ofMillis(500));

    assertThat(Clock.SYSTEM.nanoTime() - asked).isLessThan(5_000_000_000L);
    List<Operation> stuck = log.operations().stream().filter(Operation::stuck).toList();
    assertThat(stuck).hasSizeGreaterThan(90).allMatch(operation -> operation.outcome() == null);
    assertThat(stuck).allMatch(operation -> operation.phase() != null && operation.last());
    assertThat(stuck)
        .filteredOn(operation -> operation.phase() != ErrorPhase.BORROW)
        .hasSizeBetween(1, 5);
    assertThat(log.operations()).filteredOn(Operation::unserved).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aStarvedPoolOfWritersIsNoReadOutageUnlessReadersShareIt(boolean onePool) throws Exception {
    Plans plans = Plans.of(server.target()).rates(20, 50, 0).pool(1, 2_000).writeMillis(400);
    ClientProcess client = server.client(onePool ? plans.onePool() : plans, temp);
    Thread.sleep(4_000);
    ClientLog log = client.stop(Duration.ofMillis(100));

    assertThat(ProbedServer.of(log, ProbeKind.WRITER))
        .anyMatch(write -> write.outcome() == Outcome.FAILED && write.phase() == ErrorPhase.BORROW);
    boolean starved =
        ProbedServer.of(log, ProbeKind.READER).stream()
            .anyMatch(read -> read.outcome() == Outcome.FAILED);
    assertThat(starved).isEqualTo(onePool);
  }

  @Test
  void connectsThatHangHaveNoEnd() throws Exception {
    ClientProcess client = server.client(Plans.of(server.target()).rates(0, 0, 50), temp);
    Thread.sleep(200);
    server.signal("STOP");
    // The kernel takes connections for a frozen server until its queue of 80 and more is full.
    Thread.sleep(6_000);
    ClientLog log = client.stop(Duration.ZERO);

    assertThat(log.operations())
        .filteredOn(Operation::stuck)
        .hasSizeGreaterThan(90)
        .allMatch(operation -> operation.phase() == ErrorPhase.CONNECT);
    assertThat(log.connects())
        .filteredOn(connect -> connect.endNanos() == Operation.NEVER)
        .isNotEmpty()
        .allMatch(connect -> !connect.connected());
  }

  @Test
  void arrivalsBeyondTheLastThreadWaitAndAreTimedFromWhenTheyWereDue() throws Exception {
    ClientProcess client =
        server.client(Plans.of(server.target()).rates(50, 0, 0).workers(2), temp);
    Thread.sleep(300);
    server.signal("STOP");
    long frozen = System.nanoTime();
    Thread.sleep(1_000);
    long thawing = System.nanoTime();
    server.signal("CONT");
    Thread.sleep(500);
    ClientLog log = client.stop(Duration.ofSeconds(5));

    assertThat(log.operations())
        .filteredOn(
            operation ->
                operation.intendedNanos() >= frozen && operation.intendedNanos() <= thawing)
        .hasSizeGreaterThanOrEqualTo(49)
        .filteredOn(
            // The two workers take the first; a busy client may announce the last too late.
            operation -> operation.startNanos() < thawing)
        .hasSizeLessThanOrEqualTo(2);
    // All are served when the threads are free again.
    assertThat(log.operations())
        .allMatch(Operation::ok)
        .filteredOn(operation -> operation.startNanos() - operation.intendedNanos() > 500_000_000L)
        .hasSizeGreaterThanOrEqualTo(20);
    assertThat(log.operations()).extracting(Operation::sequence).doesNotHaveDuplicates();
    assertThat(server.ledger())
        .extracting(LedgerCopy.Row::sequence)
        .containsExactlyInAnyOrderElementsOf(
            log.operations().stream().filter(Operation::ok).map(Operation::sequence).toList());
  }

  @Tag("timing")
  @Test
  void fiveThousandMayWaitAtOnce() throws Exception {
    ClientProcess client =
        server.client(Plans.of(server.target()).rates(1_500, 0, 0).workers(5_000), temp);
    server.signal("STOP");
    // Workers whose write had ended when the server stopped hang as they give their connections
    // back: at most the five of the pool.
    ProbedServer.await(() -> client.status().writer().counts().waiting() >= 4_995);
    Thread.sleep(500);
    assertThat(client.isAlive()).isTrue();
    server.signal("CONT");
    ProbedServer.await(() -> client.status().writer().counts().waiting() < 100);
    ClientLog log = client.stop(Duration.ofSeconds(20));

    assertThat(log.operations()).noneMatch(one -> one.unserved() || one.stuck());
    Set<Long> acknowledged =
        log.operations().stream()
            .filter(Operation::ok)
            .map(Operation::sequence)
            .collect(Collectors.toSet());
    assertThat(acknowledged).hasSizeGreaterThan(4_900);
    assertThat(server.ledger())
        .extracting(LedgerCopy.Row::sequence)
        .containsExactlyInAnyOrderElementsOf(acknowledged);
  }

  @Test
  void aClientEndsWithItsParentHoweverThatEnds() throws Exception {
    Process parent =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                ProbeParent.class.getName(),
                temp.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      String plan = ProbeMain.json(Plans.of(server.target()).plan()) + "\n";
      parent.getOutputStream().write(plan.getBytes(StandardCharsets.UTF_8));
      parent.getOutputStream().flush();
      BufferedReader output =
          new BufferedReader(
              new InputStreamReader(parent.getInputStream(), StandardCharsets.UTF_8));
      ProcessHandle client = ProcessHandle.of(Long.parseLong(output.readLine())).orElseThrow();
      assertThat(client.isAlive()).isTrue();
      // Frozen, so that it has something that would keep it.
      server.signal("STOP");
      Child.signal("KILL", parent.pid());
      ProbedServer.await(() -> !client.isAlive());
    } finally {
      parent.destroyForcibly();
    }
  }
}
