package io.github.bmt4j.load.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.bmt4j.experiment.Given;
import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.experiment.ResultFolder;
import io.github.bmt4j.experiment.RunStore;
import io.github.bmt4j.experiment.RunStore.Stored;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.load.Counter;
import io.github.bmt4j.load.Counts;
import io.github.bmt4j.load.Interval;
import io.github.bmt4j.load.Latencies;
import io.github.bmt4j.load.run.RunResult.ErrorCount;
import io.github.bmt4j.load.run.RunResult.IntervalResult;
import io.github.bmt4j.load.run.RunResult.Totals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MergeTest {
  private static final Instant START = Instant.parse("2026-11-20T18:51:41Z");
  private static final Verdict VALID = Verdict.of(List.of());

  @TempDir Path runs;

  @Test
  void countsAreSumsAndIntervalsAreAlignedByTheRunsOwnClocks() {
    Stored early = stored("a", START, VALID, times(100, 2), times(50, 4), times(50, 4));
    Stored late =
        stored("b", START.plusMillis(100), VALID, times(10, 8), times(30, 6), times(60, 9));

    RunResult merged = merged(early, late);

    assertThat(merged.verdict()).isEqualTo(VALID);
    assertThat(merged.startedAt()).isEqualTo(START);
    assertThat(merged.totals().transactions()).isEqualTo(300);
    assertThat(merged.totals().reads()).isEqualTo(600);
    assertThat(merged.totals().elapsedSeconds()).isEqualTo(3.1);
    assertThat(merged.throughput().tps()).isEqualTo(96.77);
    assertThat(merged.scenario().load().threads()).isEqualTo(8);
    assertThat(merged.agents()).as("those of one run are not all").isNull();
    assertThat(merged.errorsByCode())
        .containsExactly(new ErrorCount("statement", 1213, "40001", 8, 2, "Deadlock found"));
    assertThat(merged.intervals())
        .extracting(IntervalResult::transactions)
        .containsExactly(110L, 80L, 110L);
    assertThat(merged.intervals())
        .extracting(IntervalResult::toSeconds)
        .containsExactly(1.0, 2.0, 3.1);
    assertThat(merged.intervals().get(0).readsPerSecond()).isEqualTo(220);
    assertThat(merged.warnings())
        .anyMatch(line -> line.startsWith("b on ") && line.contains("began +0.100 s"))
        .anyMatch(line -> line.contains("own clock") && line.endsWith("overlap by 96.7 %"));
  }

  @Test
  void percentilesAreThoseOfAllOperationsAndNotMeansOfTheRuns() {
    Stored fast = stored("a", START, VALID, times(900, 1));
    Stored slow = stored("b", START, VALID, times(100, 99));

    RunResult merged = merged(fast, slow);

    assertThat(merged.latency().response().p50()).isCloseTo(1, within(0.01));
    assertThat(merged.latency().response().p95()).isCloseTo(99, within(0.1));
    assertThat(merged.latency().response().count()).isEqualTo(1000);
    assertThat(merged.intervals().get(0).percentileMs()).isCloseTo(99, within(0.1));
  }

  @Test
  void isReadAgainWithItsHistograms() {
    RunResult merged =
        merged(stored("a", START, VALID, times(9, 1)), stored("b", START, VALID, times(8, 1)));

    Stored again = new RunStore(runs).read(runs.resolve("merged").toString());
    assertThat(again.result()).isEqualTo(merged);
    assertThat(IntervalFiles.read(again.folder(), "response").getTotalCount()).isEqualTo(17);
    assertThat(again.text(120)).contains("merged from 2 runs");
  }

  @Test
  void isInvalidIfARunIsAndNamesIt() {
    Verdict invalid = Verdict.of(List.of("saturated"));
    RunResult merged =
        merged(stored("a", START, VALID, times(9, 1)), stored("b", START, invalid, times(9, 1)));

    assertThat(merged.verdict()).isEqualTo(new Verdict(Status.INVALID, List.of("b: saturated")));
  }

  @Test
  void refusesRunsThatAreNotPartsOfOneLoad() throws IOException {
    Stored run = stored("a", START, VALID, times(9, 1), times(9, 1));
    Stored later = stored("b", START.plusMillis(150), VALID, times(9, 1), times(9, 1));
    Stored bare = stored("c", START, VALID, times(9, 1), times(9, 1));
    Files.delete(bare.folder().resolve("intervals.hlog"));
    Stored cut = stored("d", START, VALID, times(9, 1), times(9, 1));
    Files.copy(
        stored("e", START, VALID, times(9, 1)).folder().resolve("intervals.hlog"),
        Files.createDirectories(runs.resolve("f")).resolve("intervals.hlog"));
    Stored other = new Stored(runs.resolve("f"), cut.result(), Given.NOTHING);
    Stored sweep = new Stored(runs.resolve("g"), SampleSweep.half(), Given.NOTHING);

    refused("overlap by 92.5 %, and at least 95 % is needed: b began 0.15 s after a", run, later);
    refused("has no intervals.hlog", run, bare);
    refused("has other operations than its result", run, other);
    refused("is no run, but of kind sweep", run, sweep);
  }

  private static void refused(String words, Stored... stored) {
    assertThatThrownBy(() -> new Merge(List.of(stored)))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(words);
  }

  /** Each interval is a split of its operations over the clients. */
  @Test
  void histogramsOfAnySplitAddUpToThatOfAllBucketByBucket() {
    Random random = new Random(34);
    List<Histogram> wholes = new ArrayList<>();
    Histogram all = new Histogram(IntervalFiles.DIGITS);
    Latencies[][] ofClients = new Latencies[3][1000];
    for (int split = 0; split < 1000; split++) {
      Histogram whole = new Histogram(IntervalFiles.DIGITS);
      for (Latencies[] client : ofClients) {
        client[split] = new Latencies();
      }
      int clients = 1 + random.nextInt(ofClients.length);
      for (int i = random.nextInt(100); i >= 0; i--) {
        long nanos = (long) Math.exp(random.nextDouble() * Math.log(2e7));
        whole.recordValue(nanos);
        ofClients[random.nextInt(clients)][split].response().recordValue(nanos);
      }
      wholes.add(whole);
      all.add(whole);
    }
    List<Histogram> found = new ArrayList<>();
    Histogram sum = new Histogram(IntervalFiles.DIGITS);
    List<Stored> clients = new ArrayList<>();
    for (Latencies[] client : ofClients) {
      Instant at = START.plusMillis(400L * clients.size() / ofClients.length);
      clients.add(stored("client" + clients.size(), at, VALID, client));
    }
    RunResult merged = merged(clients.toArray(Stored[]::new));
    IntervalFiles.each(runs.resolve("merged"), "response", found::add);
    found.forEach(sum::add);

    assertThat(merged.totals().transactions()).isEqualTo(all.getTotalCount());
    assertThat(sum).isEqualTo(all);
    assertThat(found).isEqualTo(wholes);
  }

  private RunResult merged(Stored... parts) {
    Merge merge = new Merge(List.of(parts));
    return merge
        .store(ResultFolder.named(runs.resolve("merged"), Given.NOTHING), List.of())
        .result();
  }

  private static Latencies times(int operations, long millis) {
    Latencies times = new Latencies();
    times.response().recordValueWithCount(millis * 1_000_000, operations);
    return times;
  }

  /** A run on four threads with an interval of a second for each of these times. */
  private Stored stored(String name, Instant at, Verdict verdict, Latencies... times) {
    Path folder = ResultFolder.named(runs.resolve(name), Given.NOTHING).path();
    List<IntervalResult> intervals = new ArrayList<>();
    Latencies all = new Latencies();
    try (IntervalFiles files = new IntervalFiles(folder, at, List.of())) {
      for (int second = 0; second < times.length; second++) {
        Interval interval = interval(second, times[second]);
        IntervalResult figures = Figures.interval(interval, 95, false);
        intervals.add(figures);
        files.interval(interval, figures);
        all.add(times[second]);
      }
    }
    long count = all.response().getTotalCount();
    Totals totals =
        new Totals(
            count, 2 * count, 2 * count, 0, 0, 4, 1, 0, 0, null, 0, null, 0, 0, null, times.length);
    RunResult run = SampleResult.measured(at, verdict, totals, intervals);
    return new Stored(folder, Made.like(run).set("agents", List.of()).record(), Given.NOTHING);
  }

  private static Interval interval(int second, Latencies times) {
    long count = times.response().getTotalCount();
    return new Interval(
        second * 1_000_000_000L,
        (second + 1) * 1_000_000_000L,
        false,
        Counts.from(Map.of(Counter.TRANSACTIONS, count, Counter.READS, 2 * count)),
        times,
        List.of(),
        0,
        0,
        0,
        List.of());
  }
}
