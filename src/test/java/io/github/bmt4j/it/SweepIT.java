package io.github.bmt4j.it;

import static io.github.bmt4j.it.Bmt.words;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.experiment.BusyMachine;
import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.sweep.Knee;
import io.github.bmt4j.load.sweep.SweepResult;
import io.github.bmt4j.load.sweep.SweepResult.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Sweeps and several servers as users ask for them. */
class SweepIT {
  @Tag("extended")
  @Test
  void threeHundredThreadsFitIntoASmallHeap() {
    Ended ended =
        Bmt.command()
            .with("JAVA_TOOL_OPTIONS", "-Xmx256m")
            .run(
                Servers.EMBEDDED.started(
                    words(
                        "run oltp_read_write --tables=100 --table-size=200 --rand-type=uniform"
                            + " --threads=4,300 --warmup=0 --time=2")));
    SweepResult sweep = ended.result(SweepResult.class);

    BusyMachine.atMost(sweep.verdict().texts(), "%s", ended.out());
    assertThat(ended.code()).isEqualTo(sweep.verdict().texts().isEmpty() ? 0 : 1);
    assertThat(sweep.steps()).extracting(Step::threads).containsExactly(4, 300);
    for (Step step : sweep.steps()) {
      RunResult run = Objects.requireNonNull(step.run());
      assertThat(run.totals().transactions()).isPositive();
      assertThat(run.environment().driver().statements()).isEqualTo("text");
    }
    assertThat(sweep.warnings())
        .anyMatch(
            note ->
                note.startsWith("300 threads x 902 statements would exceed")
                    && note.contains("statements go as text"));
    List<String> table =
        ended.out().lines().dropWhile(line -> !line.startsWith("threads ")).limit(3).toList();
    assertThat(table.get(1)).startsWith("      4 ");
    if (sweep.verdict().texts().isEmpty()) { // A step that a busy machine spoilt is not compared.
      assertThat(table.get(1)).contains("100 %");
    }
    assertThat(table.get(2)).startsWith("    300 ");
    assertThat(ended.out()).doesNotContain("reads/s");
  }

  /** A pool of six connections is six slots, whatever the server and the machine. */
  @Tag("extended")
  @Test
  void theKneeOfSixConnectionsIsSix() throws IOException {
    Path file = Bmt.newFolder("slots").resolve("slots.sql");
    Files.writeString(file, "SELECT SLEEP(0.02);");
    Ended ended =
        Servers.EMBEDDED
            .database()
            .command()
            .run(
                words(
                    "run %s --pool-size=6 --threads=1..64 --warmup=0 --time=1 --limit=p50=1s",
                    file));
    SweepResult sweep = ended.result(SweepResult.class);
    Knee knee = Objects.requireNonNull(sweep.knee());

    BusyMachine.atMost(sweep.verdict().texts(), "%s", ended.out());
    if (!ended.out().contains("the client waited for a processor")
        && !ended.out().contains("steps with the same number of threads differ")
        && sweep.verdict().texts().isEmpty()) {
      assertThat(knee.noKnee()).as(ended.out()).isNull();
      assertThat(knee.lowest()).as(ended.out()).isBetween(4, 6);
      assertThat(knee.highest()).as(ended.out()).isBetween(6, 32);
      assertThat(ended.out()).contains("\nRate stops growing at ");
    }
    assertThat(sweep.steps()).extracting(Step::threads).startsWith(1);
    assertThat(Objects.requireNonNull(sweep.scenario().search()).to()).isEqualTo(64);
  }

  @Test
  void aSweepAsJsonIsAllThatStandardOutputGets() {
    Database database = Servers.EMBEDDED.database();
    Ended ended =
        database
            .command()
            .run(
                words(
                    "run bulk_insert --threads=1,3 --warmup=0 --time=1 --output=json"
                        + " --report-interval=1"));

    assertThat(ended.out()).isEqualTo(Ended.text(ended.run().resolve("result.json")));
    assertThat(ended.result(SweepResult.class).steps()).hasSize(2);
    assertThat(ended.err()).contains("reads/s");
    assertThat(database.rows("SHOW TABLES")).hasSize(3);
  }
}
