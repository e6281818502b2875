package io.github.bmt4j.failover.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.ManualClock;
import io.github.bmt4j.failover.figures.ClientLog;
import io.github.bmt4j.failover.figures.Operation;
import io.github.bmt4j.failover.figures.ProbeKind;
import io.github.bmt4j.outcome.ErrorPhase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The columns of a log, and the file that it travels in. */
class AttemptLogTest {
  private final ManualClock clock = new ManualClock(0);

  @TempDir Path temp;

  @Test
  void columnsGiveBackWhatWasWrittenDownHoweverMuchItIs() {
    AttemptLog log = new AttemptLog(ProbeKind.WRITER);
    ProbeRecorder recorder =
        new ProbeRecorder(ProbeKind.WRITER, clock, Retry.Policy.NONE.within(0), 1_000);
    Attempt attempt = new Attempt(recorder);
    int rows = 10_000;
    for (int i = 0; i < rows; i++) {
      attempt.clear(i % 3 + 1);
      attempt.sequence = i;
      attempt.intendedNanos = 5L * i;
      attempt.startNanos = 5L * i + 1;
      attempt.endNanos = i % 7 == 0 ? Operation.NEVER : 5L * i + 2;
      attempt.code = i;
      attempt.sqlState = "S" + i % 5;
      attempt.server = "node" + i % 400;
      attempt.phase = ErrorPhase.values()[i % 4];
      attempt.last = i % 2 == 0;
      assertThat(log.add(attempt)).isEqualTo(i);
    }
    log.setLast(8_191);

    assertThat(log.size()).isEqualTo(rows);
    for (int i = 0; i < rows; i++) {
      assertThat(log.operation(i))
          .isEqualTo(
              new Operation(
                  ProbeKind.WRITER,
                  i,
                  i % 3 + 1,
                  i % 2 == 0 || i == 8_191,
                  5L * i,
                  5L * i + 1,
                  i % 7 == 0 ? Operation.NEVER : 5L * i + 2,
                  null,
                  i,
                  "S" + i % 5,
                  ErrorPhase.values()[i % 4],
                  "node" + i % 400,
                  Operation.NEVER,
                  Operation.NEVER));
    }
    assertThat(log.take()).hasSize(rows);
    assertThat(log.size()).isZero();
    assertThat(log.add(attempt)).isZero();
  }

  @Test
  void theFileGivesBackTheLog() throws Exception {
    List<Operation> operations = new ArrayList<>();
    for (ProbeKind probe : ProbeKind.values()) {
      ProbeRecorder recorder = new ProbeRecorder(probe, clock, Retry.Policy.NONE.within(0), 1_000);
      for (ErrorPhase phase : ErrorPhase.values()) {
        Attempt attempt = recorder.newAttempt();
        recorder.assign(attempt, phase.ordinal(), clock.nanoTime());
        clock.advance(10);
        recorder.begin(attempt, 1, phase);
        attempt.server("nœud");
        clock.advance(10);
        if (phase == ErrorPhase.BORROW) {
          attempt.succeeded();
        } else if (phase != ErrorPhase.CONNECT) {
          attempt.failed(new SQLException("gone", "08S01", 2013));
        }
      }
      recorder.unserved(9, clock.nanoTime());
      operations.addAll(recorder.close());
    }
    ClientLog log =
        new ClientLog(
            operations,
            List.of(
                new ClientLog.Connect(ProbeKind.READER, 1, 2, "127.0.0.2:3306", true),
                new ClientLog.Connect(ProbeKind.WRITER, 3, Operation.NEVER, "[::1]:3306", false)),
            List.of(
                new ClientLog.Pause(ClientLog.Pause.Kind.GC, 5, 6),
                new ClientLog.Pause(ClientLog.Pause.Kind.HICCUP, 7, 8)));
    Path file = temp.resolve("client-log.json");
    Files.writeString(file, ProbeMain.json(log));

    assertThat(log.operations()).hasSize(15).anyMatch(Operation::stuck).anyMatch(Operation::ok);
    assertThat(ProbeMain.log(file)).isEqualTo(log);
  }
}
