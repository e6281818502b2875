package io.github.bmt4j.load.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.jdbc.Grammar;
import io.github.bmt4j.load.Counter;
import io.github.bmt4j.load.Counts;
import io.github.bmt4j.load.Latencies;
import io.github.bmt4j.load.Measurement;
import io.github.bmt4j.load.Measurement.EndpointMeasurement;
import io.github.bmt4j.load.Measurement.Gap;
import io.github.bmt4j.load.run.RunResult.ServerCounts;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.StatementRows;
import io.github.bmt4j.workload.Workload;
import io.github.bmt4j.workload.script.ScriptFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunWarningsTest {
  private static final long MILLI = 1_000_000;

  @TempDir Path folder;

  @Test
  void anEndThatIsMoreThanTwoPercentLateIsSaid() {
    Job tenSeconds = OltpJob.of(1000, 1);

    assertThat(RunWarnings.of(tenSeconds, true, lasting(10_200), 0)).isEmpty();
    assertThat(RunWarnings.of(tenSeconds, true, lasting(9_800), 0)).isEmpty();
    assertThat(RunWarnings.of(tenSeconds, true, lasting(9_790), 0))
        .containsExactly("ended after 9.79 s and 0 events: every thread had exhausted its input");
    assertThat(RunWarnings.of(tenSeconds, true, lasting(10_210), 0))
        .containsExactly(
            "the last operations ended 0.21 s after the deadline, and rates include this time");
  }

  @Test
  void aRunThatHadAllItsEventsIsNotSaidToEndEarly() {
    Job job = OltpJob.of(1000, 1);
    Job events =
        new Job(
            job.workload(), job.params(), Made.like(job.scenario()).set("events", 500).record());

    assertThat(RunWarnings.of(events, true, begun(500), 0)).isEmpty();
    assertThat(RunWarnings.of(events, true, begun(499), 0))
        .containsExactly("ended after 5.00 s and 499 events: every thread had exhausted its input");
  }

  @Test
  void aRunWithoutALimitOfTimeEndsWithItsInput() {
    Job job = OltpJob.of(1000, 1);
    Job endless =
        new Job(
            job.workload(),
            job.params(),
            Made.like(job.scenario()).set("timeSeconds", 0.0).record());

    assertThat(RunWarnings.of(endless, true, lasting(5_000), 0))
        .containsExactly("ended after 5.00 s and 0 events: every thread had exhausted its input");
  }

  private static Measurement begun(long operations) {
    return Made.like(lasting(5_000))
        .set("counts", Counts.from(Map.of(Counter.STARTED, operations)))
        .record();
  }

  @Test
  void statementsOfOthersAreSaidFromATenthOn() {
    assertThat(RunWarnings.others(new ServerCounts(1_105, 1_000, Map.of()), 5)).isEmpty();
    assertThat(RunWarnings.others(new ServerCounts(1_106, 1_000, Map.of()), 5))
        .contains(
            "others used the server too: it counted 1,106 statements in this time, of which bmt"
                + " sent 1,000");
    assertThat(RunWarnings.others(new ServerCounts(900, 1_000, Map.of()), 0)).isEmpty();
    assertThat(RunWarnings.others(null, 0)).isEmpty();
  }

  @Test
  void statementsThatDoNothingAreNamed() {
    assertThat(
            RunWarnings.idle(
                List.of(
                    new StatementRows("a.sql:3 UPDATE accounts SET", 1200, 0, 0),
                    new StatementRows("a.sql:4 UPDATE accounts SET", 1200, 0, 1),
                    new StatementRows("a.sql:5 (SELECT 1)", 10, 0, 0),
                    new StatementRows("a.sql:6 select id", 10, 3, 0),
                    new StatementRows("a.sql:7 DELETE FROM t", 0, 0, 0),
                    new StatementRows("a.sql:8 COMMIT", 1200, 0, 0),
                    new StatementRows("a.sql:9 SET @update = 1", 1200, 0, 0))))
        .containsExactly(
            "a.sql:3 UPDATE accounts SET: neither found nor changed a row in 1,200 executions",
            "a.sql:5 (SELECT 1): neither found nor changed a row in 10 executions");
    assertThat(RunWarnings.idle(null)).isEmpty();
  }

  @Test
  void timesByStatementThatMayHoldPreparingAreNamed() {
    // 9 statements a table and 2 more: 47, and 500 threads may keep 50 each, 1,000 threads 25.
    assertThat(RunWarnings.of(byStatement(500, true), true, lasting(10_000), 0)).isEmpty();
    assertThat(RunWarnings.of(byStatement(1000, true), true, lasting(10_000), 0))
        .containsExactly(
            "each thread prepared 25 of 47 statements before the load; the times by statement of"
                + " the others may include preparing them");
    assertThat(RunWarnings.of(byStatement(1000, true), false, lasting(10_000), 0))
        .as("statements as text")
        .isEmpty();
    assertThat(RunWarnings.of(byStatement(1000, false), true, lasting(10_000), 0)).isEmpty();
  }

  @Test
  void filesThatAreNotPreparedFirstAreNamedWithTheTimesByStatement() throws IOException {
    assertThat(RunWarnings.of(script("DELETE FROM t WHERE a = :n;"), true, lasting(10_000), 0))
        .isEmpty();
    assertThat(
            RunWarnings.of(script("USE x; DELETE FROM t WHERE a = :n;"), true, lasting(10_000), 0))
        .containsExactly(
            "each thread prepared 0 of 1 statements before the load; the times by statement of the"
                + " others may include preparing them");
  }

  private Job script(String sql) throws IOException {
    String file = Files.writeString(folder.resolve("a.sql"), "\\set n 1\n" + sql).toString();
    Workload workload =
        ScriptFiles.read(
                new ScriptFiles.Choice(
                    Grammar.MYSQL, List.of(file), List.of(), null, null, null, null),
                line -> {})
            .workload();
    return new Job(
        workload, Params.resolve(workload.info(), Map.of()), byStatement(1, true).scenario());
  }

  @Test
  void anEndpointThatAnsweredLessThanAllTogetherIsNamed() {
    EndpointMeasurement usual = endpoint(new Gap(0, 1_350_000_000, false));
    EndpointMeasurement frozen =
        endpoint(new Gap(0, 5_000_000_000L, false), new Gap(0, 1_300_000_000, false));

    assertThat(
            RunWarnings.of(
                OltpJob.of(1000, 1),
                true,
                measured(10_000, List.of(new Gap(0, 1_300_000_000, false)), List.of(usual, frozen)),
                0))
        .containsExactly(
            "no operation succeeded for 1.3 s in all; in a closed loop percentiles hardly show it",
            "endpoint 2: no operation succeeded for 6.3 s in all; in a closed loop percentiles"
                + " hardly show it");
    assertThat(
            RunWarnings.of(
                OltpJob.of(1000, 1), true, measured(10_000, List.of(), List.of(frozen, usual)), 0))
        .hasSize(2)
        .allMatch(note -> note.startsWith("endpoint "));
  }

  private static EndpointMeasurement endpoint(Gap... gaps) {
    return new EndpointMeasurement(1, Counts.ZERO, Counts.ZERO, new Latencies(), List.of(gaps), 0);
  }

  private static Job byStatement(int threads, boolean timed) {
    Job job = OltpJob.of(Map.of("tables", "5", "table-size", "1000"), threads, "none");
    return new Job(
        job.workload(), job.params(), Made.like(job.scenario()).set("byStatement", timed).record());
  }

  private static Measurement lasting(long millis) {
    return measured(millis, List.of(), List.of());
  }

  static Measurement measured(long millis, List<Gap> gaps, List<EndpointMeasurement> endpoints) {
    return Made.of(Measurement.class)
        .set("counts", Counts.ZERO)
        .set("warmup", Counts.ZERO)
        .set("latencies", new Latencies())
        .set("elapsedNanos", millis * MILLI)
        .set("gaps", gaps)
        .set("endpoints", endpoints)
        .record();
  }
}
