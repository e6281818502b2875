package io.github.bmt4j.it;

import static io.github.bmt4j.it.Bmt.words;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.Times;
import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.run.RunResult.IntervalResult;
import io.github.bmt4j.load.run.StageFigures;
import io.github.bmt4j.load.run.Totals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** An open loop: operations are due on a schedule, whatever the server does. */
class OpenLoopIT {
  @Test
  void servesEveryArrivalOfUniformRatesInStages() {
    RunResult result =
        run("--stage=1s:100/s --stage=1s:100..300/s --stage=1s:300/s"
                + " --arrivals=uniform --threads=8")
            .counts();
    Totals totals = result.totals();
    List<StageFigures> stages = Objects.requireNonNull(result.stages());
    assertThat(stages).extracting(StageFigures::arrivals).containsExactly(100L, 200L, 300L);
    assertThat(arrivals(result)).isEqualTo(600);
    everyArrivalIsAccountedFor(result);
    assertThat(stages.stream().mapToLong(stage -> stage.response().count()).sum())
        .isEqualTo(totals.transactions());
    assertThat(stages.stream().mapToLong(StageFigures::notOk).sum())
        .isEqualTo(totals.withoutTime());
    assertThat(stages.get(2).fromSeconds()).isEqualTo(2);
    if (result.verdict().texts().isEmpty()) { // The machine was not busy.
      assertThat(totals.unserved()).isLessThanOrEqualTo(5);
      assertThat(result.throughput().tps()).isBetween(170.0, 205.0);
    }
    waitedAtLeastAsLongAsServed(result);
    assertThat(result.scenario().load().arrivals()).isEqualTo("uniform");
  }

  @Test
  void rateBeyondCapacityIsInvalidAndNotFatal() {
    Ended ended = run("--rate=1000000 --arrivals=uniform --time=2 --threads=2").exits(1);
    RunResult result = ended.result();
    Totals totals = result.totals();
    assertThat(result.verdict().status()).isEqualTo(Status.INVALID);
    assertThat(result.verdict().texts()).anyMatch(r -> r.startsWith("missed its rate: "));
    assertThat(arrivals(result)).isBetween(1_999_999L, 2_000_001L);
    everyArrivalIsAccountedFor(result);
    assertThat(totals.transactions()).isPositive();
    assertThat(totals.unserved()).isGreaterThan(1_000_000);
    assertThat(totals.maxBacklog()).isGreaterThan(1_000_000);
    long lastBacklog =
        result.intervals().stream()
            .map(IntervalResult::backlog)
            .filter(Objects::nonNull)
            .mapToLong(Long::longValue)
            .max()
            .orElseThrow();
    assertThat(lastBacklog).isEqualTo(totals.maxBacklog());
    // The queue grows all the time, so the wait is nearly all of the response.
    assertThat(result.latency().response().mean())
        .isGreaterThan(10 * result.latency().service().mean());
    assertThat(result.latency().response().max()).isGreaterThan(1000.0);
    // The queue is not served to its end: what is unserved says so.
    assertThat(totals.elapsedSeconds()).isBetween(1.9, ended.took().toMillis() / 1e3);
    assertThat(ended.out()).contains("INVALID", "missed its rate");
  }

  /** Four connections that take 50 ms each serve 80 a second; the rest waits, and none in bmt. */
  @Test
  void aRateBeyondThePoolIsNotKept() throws IOException {
    Path file = Bmt.newFolder("slots").resolve("slots.sql");
    Files.writeString(file, "SELECT SLEEP(0.05);");
    Ended ended =
        Servers.EMBEDDED
            .database()
            .command()
            .run(
                words(
                    "run %s --pool-size=4 --threads=128 --rate=120 --arrivals=uniform --warmup=0"
                        + " --time=2",
                    file));
    RunResult result = ended.counts();

    assertThat(result.totals().unserved()).isZero();
    assertThat(result.stages()).extracting(StageFigures::kept).containsExactly(false);
    assertThat(ended.out()).contains(" with 120/s due (not kept), p95 ").doesNotContain("Stages");
  }

  private static Ended run(String more) {
    return Servers.EMBEDDED
        .database()
        .command()
        .run(words("run oltp_point_select --table-size=1000 --warmup=0 " + more));
  }

  private static long arrivals(RunResult result) {
    return Objects.requireNonNull(result.totals().arrivals());
  }

  private static void everyArrivalIsAccountedFor(RunResult result) {
    Totals totals = result.totals();
    assertThat(
            totals.transactions()
                + totals.failed()
                + totals.unknown()
                + totals.unserved()
                + totals.stuck())
        .isEqualTo(arrivals(result));
  }

  private static void waitedAtLeastAsLongAsServed(RunResult result) {
    Times response = result.latency().response();
    Times service = result.latency().service();
    assertThat(response.count()).isEqualTo(service.count());
    assertThat(response.mean()).isGreaterThan(service.mean());
    assertThat(response.max()).isGreaterThanOrEqualTo(service.max());
  }
}
