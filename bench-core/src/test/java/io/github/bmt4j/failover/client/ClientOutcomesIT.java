package io.github.bmt4j.failover.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failover.figures.ClientLog;
import io.github.bmt4j.failover.figures.LedgerCopy;
import io.github.bmt4j.failover.figures.Operation;
import io.github.bmt4j.failover.figures.ProbeKind;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the application is told, and does next, when its server refuses, kills or blocks it. */
@Tag("extended")
class ClientOutcomesIT {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** So many workers that no operation lacks one, however long a busy machine needs. */
  private static final int MANY = 1_000;

  private static final String IN_COMMIT = "info = 'COMMIT' AND state = 'Waiting for backup lock'";
  private static final Secret PASSWORD = Secret.of("application");

  @AutoClose private static ProbedServer server;

  @TempDir Path temp;

  @BeforeAll
  static void startServer() throws Exception {
    // Binds the application, and no login that may do everything.
    server = new ProbedServer("init_connect=SET lock_wait_timeout=1");
    server.execute(
        "CREATE USER application IDENTIFIED BY 'application'",
        "GRANT SELECT, INSERT ON bmt.* TO application");
  }

  @BeforeEach
  void emptyLedger() throws Exception {
    server.emptyLedger();
  }

  /** The server as a login sees it that read_only binds, and that tests can tell from their own. */
  private static Target application() {
    Target target = server.target();
    return new Target(target.description(), target.url(), "application", PASSWORD, true);
  }

  private static int killSessions() throws SQLException {
    int killed = 0;
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      List<Long> ids = new ArrayList<>();
      try (ResultSet rows =
          statement.executeQuery(
              "SELECT id FROM information_schema.processlist WHERE user = 'application'")) {
        while (rows.next()) {
          ids.add(rows.getLong(1));
        }
      }
      for (long id : ids) {
        try {
          statement.execute("KILL " + id);
          killed++;
        } catch (SQLException e) {
          // It has ended by itself.
        }
      }
    }
    return killed;
  }

  @Test
  void killedSessionsFailAndThePoolRecovers() throws Exception {
    ClientProcess client =
        server.client(Plans.of(application()).rates(200, 200, 0).workers(MANY), temp);
    Thread.sleep(300);
    long killed = Clock.SYSTEM.nanoTime();
    assertThat(killSessions()).isGreaterThanOrEqualTo(5);
    ProbedServer.await(() -> client.status().writer().lastOkEndNanos() > killed + 500_000_000);
    ClientLog log = client.stop(PATIENCE);

    assertThat(log.operations())
        .filteredOn(operation -> !operation.ok())
        .isNotEmpty()
        .allMatch(
            operation ->
                operation.phase() != null && operation.code() + operation.sqlState().length() > 0)
        .allMatch(
            operation ->
                operation.outcome() == Outcome.FAILED || operation.phase() == ErrorPhase.COMMIT);
    // Five at first, and one for each that was killed.
    assertThat(log.connects()).hasSizeGreaterThanOrEqualTo(10);
    assertAcknowledgedIsInLedger(log);
  }

  @Test
  void aCommitThatIsKilledWhileItHangsIsUnknown() throws Exception {
    ClientProcess client =
        server.client(Plans.of(application()).rates(100, 0, 0).pool(5, 30_000), temp);
    Thread.sleep(300);
    try (Connection blocker = server.connect();
        Statement statement = blocker.createStatement()) {
      statement.execute("BACKUP STAGE START");
      statement.execute("BACKUP STAGE BLOCK_COMMIT");
      server.awaitSessions(1, IN_COMMIT);
      killSessions();
      ProbedServer.await(() -> client.status().writer().counts().unknown() > 0);
      statement.execute("BACKUP STAGE END");
    }
    ClientLog log = client.stop(PATIENCE);

    List<Operation> unknown =
        log.operations().stream()
            .filter(operation -> operation.outcome() == Outcome.UNKNOWN)
            .toList();
    assertThat(unknown)
        .hasSizeBetween(1, 5)
        .allMatch(operation -> operation.phase() == ErrorPhase.COMMIT)
        .allMatch(operation -> operation.server().equals("1"));
    assertAcknowledgedIsInLedger(log);
  }

  @Test
  void aCommitThatHangsIsStuckInCommit() throws Exception {
    ClientLog log;
    try (Connection blocker = server.connect();
        Statement statement = blocker.createStatement()) {
      ClientProcess client =
          server.client(Plans.of(server.target()).rates(100, 0, 0).pool(5, 30_000), temp);
      Thread.sleep(300);
      statement.execute("BACKUP STAGE START");
      statement.execute("BACKUP STAGE BLOCK_COMMIT");
      server.awaitSessions(5, IN_COMMIT);
      ProbedServer.await(() -> client.status().writer().counts().waiting() >= 10);
      log = client.stop(Duration.ofMillis(200));
      statement.execute("BACKUP STAGE END");
    }
    Map<ErrorPhase, Long> phases =
        log.operations().stream()
            .filter(Operation::stuck)
            .collect(Collectors.groupingBy(Operation::phase, Collectors.counting()));
    assertThat(phases.get(ErrorPhase.COMMIT)).isEqualTo(5);
    assertThat(phases.get(ErrorPhase.BORROW)).isPositive();
  }

  @ParameterizedTest
  @CsvSource({"false, 0, 0", "true, 5, 1000"})
  void aPoolMayThrowAwayConnectionsToAReadOnlyServer(boolean evict, int least, int most)
      throws Exception {
    Plans plans = Plans.of(application()).rates(50, 0, 0).workers(MANY);
    ClientProcess client = server.client(evict ? plans.evictReadOnly() : plans, temp);
    Thread.sleep(300);
    server.execute("SET GLOBAL read_only = ON");
    long readOnly = Clock.SYSTEM.nanoTime();
    ClientLog log;
    try {
      ProbedServer.await(() -> client.status().atNanos() > readOnly);
      long before = client.status().writer().counts().failed();
      ProbedServer.await(() -> client.status().writer().counts().failed() >= before + 50);
      log = client.stop(PATIENCE);
    } finally {
      server.execute("SET GLOBAL read_only = OFF");
    }
    List<Operation> refused =
        log.operations().stream().filter(operation -> !operation.ok()).toList();
    assertThat(refused)
        .allMatch(operation -> operation.code() == 1290)
        .allMatch(operation -> operation.outcome() == Outcome.FAILED);
    // A transaction that had begun before is refused at its COMMIT.
    assertThat(refused)
        .filteredOn(operation -> operation.startNanos() > readOnly)
        .hasSizeGreaterThan(30)
        .allMatch(operation -> operation.phase() == ErrorPhase.STATEMENT);
    assertThat(log.connects().size() - 5).isBetween(least, most);
  }

  @Test
  void withoutRetriesAFailureIsTheEndOfTheOperation() throws Exception {
    ClientLog log = whileLocked(Plans.of(application()).rates(20, 0, 0), 1);

    assertThat(log.operations()).allMatch(operation -> operation.attempt() == 1);
    assertThat(log.operations()).allMatch(Operation::last);
    assertThat(log.operations())
        .filteredOn(operation -> !operation.ok())
        .isNotEmpty()
        .allMatch(
            operation -> operation.code() == 1205 && operation.phase() == ErrorPhase.STATEMENT);
  }

  @Test
  void aRetryIsAnAttemptOfItsOwnUnderTheSameSequence() throws Exception {
    ClientLog log =
        whileLocked(
            Plans.of(application()).rates(20, 0, 0).pool(20, 30_000).retry(Retry.Policy.ONCE, 0),
            1);

    Map<Long, List<Operation>> bySequence = bySequence(log);
    List<List<Operation>> retried =
        bySequence.values().stream().filter(attempts -> attempts.size() > 1).toList();
    assertThat(retried).isNotEmpty();
    for (List<Operation> attempts : retried) {
      Operation first = attempts.get(0);
      Operation second = attempts.get(1);
      assertThat(attempts).hasSize(2);
      assertThat(first.last()).isFalse();
      assertThat(first.outcome()).isEqualTo(Outcome.FAILED);
      assertThat(second.last()).isTrue();
      assertThat(second.attempt()).isEqualTo(2);
      assertThat(second.intendedNanos()).isEqualTo(first.intendedNanos());
      assertThat(second.startNanos()).isGreaterThanOrEqualTo(first.endNanos());
    }
    // Those that came through at the second attempt are in the ledger under that number.
    Set<Long> second =
        log.operations().stream()
            .filter(operation -> operation.ok() && operation.attempt() == 2)
            .map(Operation::sequence)
            .collect(Collectors.toSet());
    assertThat(second).isNotEmpty();
    assertThat(server.ledger())
        .filteredOn(row -> row.attempt() == 2)
        .extracting(LedgerCopy.Row::sequence)
        .containsExactlyInAnyOrderElementsOf(second);
    assertAcknowledgedIsInLedger(log);
  }

  @Test
  void retriesEndAtTheirDeadline() throws Exception {
    Plans plans =
        Plans.of(application())
            .rates(10, 0, 0)
            .pool(20, 30_000)
            .retry(Retry.Policy.UNTIL_DEADLINE, 2_500);
    ClientLog log = whileLocked(plans, 10);

    List<List<Operation>> failed =
        bySequence(log).values().stream()
            .filter(attempts -> !attempts.get(attempts.size() - 1).ok())
            .toList();
    assertThat(failed).isNotEmpty();
    for (List<Operation> attempts : failed) {
      // Each attempt waits 1 s for the lock (more on a busy machine), then pauses for 50 ms.
      assertThat(attempts).hasSizeBetween(2, 3);
      Operation last = attempts.get(attempts.size() - 1);
      assertThat(attempts).filteredOn(Operation::last).containsExactly(last);
      // The pause, too, ends before the deadline of 2.5 s.
      assertThat(last.responseNanos()).isGreaterThan(2_450_000_000L);
      assertThat(attempts)
          .filteredOn(attempt -> !attempt.last())
          .allMatch(attempt -> attempt.responseNanos() <= 2_450_000_000L);
      for (int i = 1; i < attempts.size(); i++) {
        assertThat(attempts.get(i).attempt()).isEqualTo(i + 1);
        assertThat(attempts.get(i).startNanos() - attempts.get(i - 1).endNanos())
            .isGreaterThanOrEqualTo(50_000_000);
      }
    }
    assertAcknowledgedIsInLedger(log);
  }

  @Test
  void anOperationThatPausesBetweenAttemptsAtTheEndHasHadItsLastOne() throws Exception {
    server.execute("SET GLOBAL read_only = OFF");
    ClientProcess client =
        server.client(
            Plans.of(application()).rates(100, 0, 0).retry(Retry.Policy.UNTIL_DEADLINE, 60_000),
            temp);
    ClientLog log;
    server.execute("SET GLOBAL read_only = ON");
    try {
      Thread.sleep(500);
      log = client.stop(Duration.ZERO);
    } finally {
      server.execute("SET GLOBAL read_only = OFF");
    }
    Map<Long, List<Operation>> bySequence = bySequence(log);
    assertThat(bySequence.values())
        .allMatch(attempts -> attempts.stream().filter(Operation::last).count() == 1)
        .anyMatch(
            attempts ->
                attempts.size() > 2
                    && attempts.get(attempts.size() - 1).outcome() == Outcome.FAILED);
  }

  @ParameterizedTest
  @CsvSource({"0, true", "600, false"})
  void namesAreLookedUpAsOftenAsTheApplicationSays(int ttlSeconds, boolean follows)
      throws Exception {
    Path hosts = temp.resolve("hosts");
    Files.writeString(hosts, "127.0.0.1 primary.test\n");
    String url = server.target().url().replace("127.0.0.1", "primary.test");
    assertThat(url).contains("primary.test");
    ClientProcess client =
        server.client(
            Plans.of(application()).url(url).rates(0, 0, 20).dnsTtl(ttlSeconds),
            temp,
            "-Djdk.net.hosts.file=" + hosts);
    ProbedServer.await(() -> client.status().connector().counts().ok() > 0);
    Path next = Files.writeString(temp.resolve("next"), "127.0.0.9 primary.test\n");
    Files.move(next, hosts, StandardCopyOption.ATOMIC_MOVE);
    long moved = Clock.SYSTEM.nanoTime();
    ProbedServer.await(() -> client.status().atNanos() > moved);
    long before = connects(client);
    ProbedServer.await(() -> connects(client) >= before + 10);
    ClientLog log = client.stop(PATIENCE);

    assertThat(log.connects()).anyMatch(connect -> connect.address().startsWith("127.0.0.1:"));
    assertThat(
            log.connects().stream().anyMatch(connect -> connect.address().startsWith("127.0.0.9:")))
        .isEqualTo(follows);
  }

  private static long connects(ClientProcess client) {
    ClientStatus.Probe connector = client.status().connector();
    return connector.counts().ok() + connector.counts().failed() + connector.counts().unknown();
  }

  /**
   * What the application did while the ledger was locked until a number of operations had failed.
   */
  private ClientLog whileLocked(Plans plans, int failures) throws Exception {
    ClientProcess client = server.client(plans, temp);
    Thread.sleep(300);
    try (Connection locker = server.connect();
        Statement statement = locker.createStatement()) {
      statement.execute("LOCK TABLES " + Plans.LEDGER.table() + " WRITE");
      ProbedServer.await(() -> client.status().writer().counts().failed() >= failures);
      statement.execute("UNLOCK TABLES");
    }
    Thread.sleep(500);
    return client.stop(PATIENCE);
  }

  private static Map<Long, List<Operation>> bySequence(ClientLog log) {
    return log.operations().stream()
        .filter(operation -> operation.probe() == ProbeKind.WRITER)
        .sorted(Comparator.comparingInt(Operation::attempt))
        .collect(Collectors.groupingBy(Operation::sequence));
  }

  /** What was acknowledged is there once; what failed is not there; the rest may be. */
  private static void assertAcknowledgedIsInLedger(ClientLog log) throws SQLException {
    List<String> rows =
        server.ledger().stream().map(row -> row.sequence() + "/" + row.attempt()).toList();
    assertThat(rows).doesNotHaveDuplicates();
    List<Operation> writes = ProbedServer.of(log, ProbeKind.WRITER);
    List<String> acknowledged = keys(writes, Outcome.OK);
    List<String> failed = keys(writes, Outcome.FAILED);
    assertThat(acknowledged).isNotEmpty();
    assertThat(rows).containsAll(acknowledged);
    assertThat(rows).noneMatch(failed::contains);
  }

  private static List<String> keys(List<Operation> writes, Outcome outcome) {
    return writes.stream()
        .filter(write -> write.outcome() == outcome)
        .map(write -> write.sequence() + "/" + write.attempt())
        .toList();
  }
}
