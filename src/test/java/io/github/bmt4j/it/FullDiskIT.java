package io.github.bmt4j.it;

import static io.github.bmt4j.it.Bmt.words;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.run.RunResult.ErrorCount;
import io.github.bmt4j.server.SmallDisk;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A disk that becomes full in the middle of a run. */
class FullDiskIT {
  @Tag("extended")
  @ParameterizedTest
  @ValueSource(strings = {"bulk_insert", "oltp_insert"})
  void endsInAStoredResultThatSaysSo(String workload) throws Exception {
    try (SmallDisk disk = SmallDisk.mount(Bmt.newFolder("disk"), "300m")) {
      Ended ended = runWhileTheDiskFills(workload, disk);
      RunResult result = ended.result();
      assertThat(result.verdict().status()).isEqualTo(Status.INVALID);
      assertThat(result.verdict().texts())
          .anyMatch(r -> r.startsWith("operations failed and none succeeded for "));
      assertThat(result.totals().transactions()).isPositive();
      assertThat(result.totals().failed()).isPositive();
      assertThat(result.errorsByCode()).extracting(ErrorCount::code).contains(1114);
      assertThat(ended.out()).contains("INVALID", "  1114 ", "is full");
    }
  }

  private static Ended runWhileTheDiskFills(String workload, SmallDisk disk) throws IOException {
    try (Running running =
        Bmt.command()
            .start(
                Servers.EMBEDDED.started(
                    words(
                        "run %s --warmup=0 --time=4 --threads=2 --data-dir=%s"
                            + " --server-option=innodb_log_file_size=8M"
                            + " --server-option=innodb_flush_log_at_trx_commit=0",
                        workload, disk.path().resolve("data"))))) {
      running.awaitOutput("\\s*\\d+\\.\\d s .*");
      disk.fill(0);
      return running.await(Duration.ofSeconds(90)).exits(1);
    }
  }
}
