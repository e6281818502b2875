package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.failover.figures.Between;
import io.github.bmt4j.failover.figures.Repetition;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Drivers that ask Aurora for its writer find it in the emulation, and the result is labelled. */
@Execution(ExecutionMode.CONCURRENT)
@Tag("extended")
class AuroraIT {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--driver=aws:4.3.0 --driver-with=mariadb:3.5.11 --exception-override=failed-over"
            + " --promotion-delay=1s",
        // The endpoint leads to the old writer for longer than the test: only its answers, which
        // are rewritten, show that it is none any more.
        "--driver=mariadb:2.7.15 --settings=tuned --fault=switchover --kill-sessions --dns-ttl=60s"
      })
  void driversFindTheNewWriter(String driver) {
    assumeTrue(Files.isDirectory(Path.of("/proc/self")), "failover, as there is no /proc");
    String[] words =
        (driver + " --ha=aurora --replicas=1 --write-rate=20 --read-rate=5" + " --deadline=15s")
            .split(" ", -1);
    Failover failover = Failover.run(Servers.EMBEDDED, words);
    Repetition only = failover.result().failover().repetitions().get(0);

    assertThat(failover.ended().out()).contains("aurora (emulated)", "note     Aurora is emulated");
    assertThat(failover.result().warnings()).anyMatch(note -> note.contains("Aurora is emulated"));
    assertThat(failover.writesAtTheEnd()).as("%s", only).isTrue();
    assertThat(only.figures().lostWrites()).isZero();
    // Absent where the observers of a busy machine had no answer either.
    Between added = only.figures().clientAdded();
    if (only.verdict().status() == Status.VALID && added != null) {
      // Without the emulation, or without following it, that would be 25 s and more.
      assertThat(added.fromMs()).isBetween(0.0, 10_000.0);
      assertThat(failover.ended().out()).contains("Aurora emulated: ");
    }
  }
}
