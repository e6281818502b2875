package io.github.bmt4j.failover.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.Outcome;
import io.github.bmt4j.failover.figures.ClientLog;
import io.github.bmt4j.failover.figures.LedgerCopy;
import io.github.bmt4j.failover.figures.Operation;
import io.github.bmt4j.failure.TargetException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A writer in this JVM on a real server. */
class InProcessWriterIT {
  /** Longer than a write takes on any machine, so that none is stuck that would have ended. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @AutoClose private static ProbedServer server;

  private final Queue<Heard> heard = new ConcurrentLinkedQueue<>();

  /** What a listener was told. */
  private record Heard(long startNanos, long endNanos, boolean ok, String server) {}

  @BeforeAll
  static void startServer() throws Exception {
    server = new ProbedServer();
  }

  @BeforeEach
  void emptyLedger() throws SQLException {
    server.emptyLedger();
  }

  @AfterEach
  void nothingRunsAnyMore() throws InterruptedException {
    ProbedServer.await(
        () ->
            Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .noneMatch(
                    name ->
                        name.startsWith("bmt-WRITER")
                            || name.equals("bmt-writer")
                            || name.equals("bmt-pauses")));
  }

  @Test
  void writesOneRowAfterTheOtherAndTellsOfEach() throws Exception {
    ClientLog log;
    try (InProcessWriter writer = start()) {
      ProbedServer.await(() -> writer.status().writer().ok() >= 200);
      assertThat(writer.status().writer().server()).isNotEmpty();
      log = writer.stop(PATIENCE);
    }
    List<Operation> operations = log.operations();
    assertThat(operations).allMatch(Operation::ok).hasSizeGreaterThanOrEqualTo(200);
    for (int i = 0; i < operations.size(); i++) {
      assertThat(operations.get(i).sequence()).isEqualTo(i);
      if (i > 0) {
        assertThat(operations.get(i).intendedNanos())
            .isGreaterThanOrEqualTo(operations.get(i - 1).endNanos());
      }
    }
    assertThat(server.ledger())
        .extracting(LedgerCopy.Row::sequence)
        .containsExactlyElementsOf(operations.stream().map(Operation::sequence).toList());
    assertThat(heard)
        .containsExactlyElementsOf(
            operations.stream()
                .map(o -> new Heard(o.startNanos(), o.endNanos(), o.ok(), o.server()))
                .toList());
    assertThat(log.connects()).hasSize(5).allMatch(ClientLog.Connect::connected);
  }

  @Test
  void aWriteThatFailsIsFollowedByAnotherAndErrorsDoNotSpin() throws Exception {
    ClientLog log;
    try (InProcessWriter writer = start()) {
      ProbedServer.await(() -> writer.status().writer().ok() >= 10);
      server.execute("RENAME TABLE " + Plans.LEDGER.table() + " TO away");
      ProbedServer.await(() -> writer.status().writer().failed() >= 20);
      server.execute("RENAME TABLE away TO " + Plans.LEDGER.table());
      long failed = writer.status().writer().ok();
      ProbedServer.await(() -> writer.status().writer().ok() > failed);
      log = writer.stop(PATIENCE);
    }
    List<Operation> failures =
        log.operations().stream().filter(write -> write.outcome() == Outcome.FAILED).toList();
    assertThat(failures).hasSizeGreaterThanOrEqualTo(20).allMatch(write -> write.attempt() == 1);
    assertThat(failures).allMatch(write -> write.code() == 1146);
    for (int i = 1; i < failures.size(); i++) {
      assertThat(failures.get(i).endNanos() - failures.get(i - 1).startNanos())
          .isGreaterThanOrEqualTo(1_000_000);
    }
    assertThat(log.operations().stream().filter(Operation::ok).count())
        .isEqualTo(server.ledger().size());
  }

  @Test
  void aWriteThatHangsAtTheEndIsStuckAndItsThreadEnds() throws Exception {
    ClientLog log;
    try (InProcessWriter writer = start();
        Connection other = server.connect();
        Statement statement = other.createStatement()) {
      ProbedServer.await(() -> writer.status().writer().ok() >= 10);
      statement.execute("LOCK TABLES " + Plans.LEDGER.table() + " WRITE");
      // Not while it gives its connection back: it hangs in no write then.
      server.awaitSessions(1, "state = 'Waiting for table metadata lock'");
      server.signal("STOP");
      try {
        ProbedServer.await(() -> writer.status().writer().troubleNanos() != Operation.NEVER);
        log = writer.stop(Duration.ofMillis(100));
      } finally {
        server.signal("CONT");
      }
      assertThat(writer.isAlive()).isFalse();
    }
    assertThat(log.operations()).filteredOn(Operation::stuck).hasSize(1);
  }

  @Test
  void thatNoWriteEndsIsTroubleEvenWhereNoneIsUnderWay() throws Exception {
    try (InProcessWriter writer = start()) {
      ProbedServer.await(() -> writer.status().writer().ok() >= 10);
      server.signal("STOP");
      try {
        // It may hang in a write, or where it gives its connection back.
        ProbedServer.await(() -> writer.status().writer().troubleNanos() != Operation.NEVER);
      } finally {
        server.signal("CONT");
      }
      long before = writer.status().writer().ok();
      ProbedServer.await(() -> writer.status().writer().ok() > before);
      assertThat(writer.status().writer().troubleNanos()).isNotEqualTo(Operation.NEVER);
    }
  }

  @Test
  void aWriterThatCannotWriteSaysWhyAndLeavesNothing() throws Exception {
    server.execute(Plans.LEDGER.dropSql());
    assertThatThrownBy(this::start)
        .isInstanceOf(TargetException.class)
        .hasMessageStartingWith("the application cannot write: ")
        .hasMessageContaining(Plans.LEDGER.table());
    assertThat(heard).isEmpty();
  }

  private InProcessWriter start() throws TargetException {
    return InProcessWriter.start(
        Plans.of(server.target()).rates(1, 0, 0).plan(),
        Clock.SYSTEM,
        (start, end, ok, who) -> heard.add(new Heard(start, end, ok, who)));
  }
}
