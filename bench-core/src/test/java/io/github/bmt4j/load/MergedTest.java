package io.github.bmt4j.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.load.Measurement.EndpointMeasurement;
import io.github.bmt4j.load.Measurement.Gap;
import io.github.bmt4j.load.Measurement.ShareCount;
import io.github.bmt4j.load.Measurement.StageMeasurement;
import io.github.bmt4j.load.ProcessorWatch.Reading;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.report.Reason.Code;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MergedTest {
  private static final long SECOND = 1_000_000_000;

  /** Whatever was recorded where: 1,000 random splits. */
  @Test
  void histogramsOfSeveralProcessesMergeToThatOfOneBucketByBucket() {
    Random random = new Random(7);
    for (int split = 0; split < 1000; split++) {
      Latencies one = new Latencies();
      List<Latencies> parts = Stream.generate(Latencies::new).limit(1 + random.nextInt(5)).toList();
      for (int i = random.nextInt(200); i >= 0; i--) {
        long nanos = (long) Math.exp(random.nextDouble() * 28);
        one.response().recordValue(nanos);
        parts.get(random.nextInt(parts.size())).response().recordValue(nanos);
      }

      Histogram merged =
          Merged.measurement(
                  parts.stream().map(times -> measured(times, SECOND, List.of())).toList(),
                  false,
                  List.of())
              .latencies()
              .response();

      assertThat(merged).as("split %d", split).isEqualTo(one.response());
      for (double percentile : new double[] {50, 95, 99.9, 100}) {
        assertThat(merged.getValueAtPercentile(percentile))
            .isEqualTo(one.response().getValueAtPercentile(percentile));
      }
    }
  }

  @Test
  void countsAreSumsAndLengthsTheLongest() {
    Measurement merged =
        Merged.measurement(
            List.of(
                measured(new Latencies(), 5 * SECOND, List.of()),
                measured(new Latencies(), 6 * SECOND, List.of())),
            false,
            List.of(Code.UNSPECIFIED.of("a problem")));

    assertThat(merged.counts().of(Counter.TRANSACTIONS)).isEqualTo(20);
    assertThat(merged.elapsedNanos()).isEqualTo(6 * SECOND);
    assertThat(merged.queue().arrivals()).isEqualTo(14);
    assertThat(merged.queue().unserved()).isEqualTo(4);
    assertThat(merged.queue().maxBacklog()).isEqualTo(6);
    assertThat(merged.disturbances().warmupOverrunNanos()).isEqualTo(5);
    assertThat(merged.parts().endpoints().get(0).workers()).isEqualTo(8);
    assertThat(merged.ending().problems()).containsExactly(Code.UNSPECIFIED.of("a problem"));
    assertThat(merged.errors())
        .containsExactly(
            new ErrorLog.Line(ErrorPhase.STATEMENT, 1213, "40001", "", 6, 4, "Deadlock"));
  }

  /** One had a success in each second in which the other had none, but for the fourth. */
  @Test
  void aTimeWithoutSuccessIsOneInWhichNoProcessHadAny() {
    List<Gap> some = List.of(new Gap(SECOND, 3 * SECOND, false), new Gap(8 * SECOND, SECOND, true));
    List<Gap> others = List.of(new Gap(0, SECOND, false), new Gap(3 * SECOND, 2 * SECOND, true));

    assertThat(gaps(measured(some, 10), measured(others, 10)))
        .containsExactly(new Gap(3 * SECOND, SECOND, true));
  }

  /** The one that had ended by then says nothing of a stall of the other. */
  @Test
  void aProcessThatHasEndedHidesNoStallOfTheOthers() {
    assertThat(
            gaps(
                measured(List.of(), 4),
                measured(List.of(new Gap(3 * SECOND, 5 * SECOND, true)), 9)))
        .containsExactly(new Gap(4 * SECOND, 4 * SECOND, true));
    assertThat(gaps(measured(List.of(), 4), measured(List.of(), 9))).isEmpty();
  }

  /**
   * Two agents used 2 s and 3 s; this process 1 s itself, and 9 s by what it started: the agents,
   * and a server with 4 s. Of 20 s in which the processors were busy, 10 are those of others.
   */
  @Test
  void otherAgentsAndStartedServersAreNoOthersOnTheirMachine() {
    Reading agents = reading(1, 30, 20, 2, 0).plus(reading(1, 31, 20, 3, 0), true);
    Reading machine = agents.on(reading(0, 32, 20, 1, 9), 5 * SECOND);

    assertThat(machine)
        .isEqualTo(new Reading(2 * SECOND, 0, 32 * SECOND, 20 * SECOND, 0, 6 * SECOND, 4 * SECOND));
    assertThat(machine.othersShare()).isEqualTo(10.0 / 32);
    assertThat(agents.on(reading(0, 32, 20, 1, 5), 5 * SECOND - 90_000_000).started())
        .as("readings at other moments are no server")
        .isZero();
  }

  /** Two processes that did the same, and one of them nothing in the second stage. */
  @Test
  void eachStageAndEachShareIsTheSumOfItsParts() {
    Counts counts = Counts.from(Map.of(Counter.TRANSACTIONS, 90L));
    Latencies times = new Latencies();
    times.response().recordValue(SECOND);
    Stage stage = Stage.parse("3s:100/s");
    StageMeasurement share = new StageMeasurement(stage, 100, 51, 94, 6, 3, counts, times);
    Measurement two =
        Made.like(measured(new Latencies(), 6 * SECOND, List.of()))
            .set("stages", List.of(share, share))
            .set("shareCounts", List.of(new ShareCount(3, 10)))
            .set("stuck", 2)
            .set("stoodStillNanos", 7)
            .record();
    Measurement one =
        Made.like(two).set("stages", List.of(share)).set("stoodStillNanos", 8).record();
    Measurement merged = Merged.measurement(List.of(two, one), true, List.of());

    assertThat(merged.parts().stages())
        .usingRecursiveComparison()
        .ignoringFields("counts", "latencies")
        .isEqualTo(
            List.of(new StageMeasurement(stage, 200, 102, 188, 12, 6, counts, times), share));
    assertThat(merged.parts().stages())
        .extracting(part -> part.counts().of(Counter.TRANSACTIONS))
        .containsExactly(180L, 90L);
    assertThat(merged.parts().stages())
        .extracting(part -> part.latencies().response().getTotalCount())
        .containsExactly(2L, 1L);
    assertThat(merged.parts().shareCounts()).containsExactly(new ShareCount(6, 20));
    assertThat(merged.ending().stuck()).isEqualTo(4);
    assertThat(merged.disturbances().stoodStillNanos()).isEqualTo(8);
    assertThat(merged.ending().interrupted()).isTrue();
  }

  @Test
  void theMostFrequentErrorIsTheFirst() {
    ErrorLog.Line rare = new ErrorLog.Line(ErrorPhase.STATEMENT, 1205, "41000", "", 4, 0, "Wait");
    Measurement some = measured(new Latencies(), SECOND, List.of());
    Measurement merged =
        Merged.measurement(
            List.of(Made.like(some).set("errors", List.of(rare)).record(), some, some),
            false,
            List.of());

    assertThat(merged.errors()).extracting(ErrorLog.Line::code).containsExactly(1213, 1205);
    assertThat(merged.errors()).extracting(ErrorLog.Line::count).containsExactly(6L, 4L);
  }

  /** 0.3 s and 0.4 s with 0.1 s in common, less than counts as one; and with 0.2 s. */
  @Test
  void stallsThatHardlyOverlapAreNone() {
    long tenth = SECOND / 10;
    List<Gap> some = List.of(new Gap(SECOND, 3 * tenth, false));

    assertThat(
            gaps(
                measured(some, 9),
                measured(List.of(new Gap(SECOND + 2 * tenth, 4 * tenth, true)), 9)))
        .isEmpty();
    assertThat(
            gaps(measured(some, 9), measured(List.of(new Gap(SECOND + tenth, 4 * tenth, true)), 9)))
        .containsExactly(new Gap(SECOND + tenth, 2 * tenth, true));
  }

  private static Reading reading(long ran, long allowed, long busy, long self, long started) {
    return new Reading(
        ran * SECOND, 0, allowed * SECOND, busy * SECOND, 0, self * SECOND, started * SECOND);
  }

  @Test
  void connectionsBesideThoseOfTheWorkersAddUp() {
    Measurement connects = measured(List.of(), 1);
    Measurement first =
        measured(List.of(), 1).with(new ConnectionMeasurement(idle(500, 2, 5 * SECOND), connects));
    Measurement second =
        measured(List.of(), 1).with(new ConnectionMeasurement(idle(501, 0, 7 * SECOND), connects));

    Measurement all = Merged.measurement(List.of(first, second), false, List.of());

    ConnectionMeasurement both = Objects.requireNonNull(all.connections());
    assertThat(both.idle())
        .isEqualTo(new ConnectionMeasurement.Idle(1_001, 2, 200, 7 * SECOND, 6_000, 8_000));
    assertThat(all.connects().of(Counter.TRANSACTIONS)).isEqualTo(20);
    assertThat(all.counts().of(Counter.TRANSACTIONS)).isEqualTo(20);
    assertThat(Merged.measurement(List.of(connects), false, List.of()).connections()).isNull();
  }

  /** Each process has memory of its own, and enough connections in all say nothing about it. */
  @ParameterizedTest
  @CsvSource({"499, 0, 0", "500, 3000, 4000"})
  void aProcessWithFewConnectionsDoesNotTellWhatOneNeeds(int opened, long heap, long resident) {
    ConnectionMeasurement.Idle one = idle(opened, 0, SECOND);
    assertThat(one.heapBytes()).isEqualTo(heap);
    assertThat(one.residentBytes()).isEqualTo(resident);

    Measurement few = measured(List.of(), 1).with(new ConnectionMeasurement(one, null));
    Measurement many =
        measured(List.of(), 1).with(new ConnectionMeasurement(idle(500, 0, SECOND), null));
    ConnectionMeasurement.Idle both =
        Objects.requireNonNull(
                Merged.measurement(List.of(few, many), false, List.of()).connections())
            .idle();
    assertThat(both.opened()).isEqualTo(opened + 500);
    assertThat(both.heapBytes()).isEqualTo(2 * heap);
    assertThat(both.residentBytes()).isEqualTo(2 * resident);
  }

  private static ConnectionMeasurement.Idle idle(int opened, long lost, long openNanos) {
    return new ConnectionMeasurement.Idle(opened, lost, 100, openNanos, 3_000, 4_000);
  }

  private static List<Gap> gaps(Measurement... parts) {
    return Merged.measurement(List.of(parts), false, List.of()).disturbances().gaps();
  }

  private static Measurement measured(List<Gap> gaps, long seconds) {
    return measured(new Latencies(), seconds * SECOND, gaps);
  }

  private static Measurement measured(Latencies times, long nanos, List<Gap> gaps) {
    long[] counts = Counts.none();
    counts[Counter.TRANSACTIONS.ordinal()] = 10;
    return new Measurement(
        new Counts(counts),
        Counts.ZERO,
        times,
        nanos,
        new Measurement.Queue(7, 2, 3),
        new Measurement.Disturbances(5, 0, gaps),
        new Measurement.Ending(0, false, List.of()),
        List.of(new ErrorLog.Line(ErrorPhase.STATEMENT, 1213, "40001", "", 3, 2, "Deadlock")),
        new Measurement.Parts(
            List.of(
                new EndpointMeasurement(4, new Counts(counts), Counts.ZERO, times, gaps, nanos)),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of()),
        null);
  }

  /** The parts of one schedule, over warm-up and stages, are the whole. */
  @Test
  void processesTakeTheArrivalsOfOneScheduleInTurn() {
    Stages stages = new Stages(List.of(Stage.parse("3s:100/s"), Stage.parse("4s:100..400/s")));
    assertThat(arrivals(3, portion -> ArrivalSchedule.uniform(stages, portion), 7 * SECOND))
        .isEqualTo(arrivals(1, portion -> ArrivalSchedule.uniform(stages, portion), 7 * SECOND));
    assertThat(arrivals(4, portion -> ArrivalSchedule.uniform(1000, portion), SECOND))
        .isEqualTo(arrivals(1, portion -> ArrivalSchedule.uniform(1000, portion), SECOND));
  }

  @Test
  void poissonStreamsOfSeveralProcessesHaveTheRateTogether() {
    List<Long> all = arrivals(3, portion -> ArrivalSchedule.poisson(900, 5, portion), 100 * SECOND);

    assertThat(all.size()).isBetween(90_000 - 4 * 300, 90_000 + 4 * 300);
    assertThat(all).doesNotHaveDuplicates();
  }

  private interface Part {
    ArrivalSchedule of(Portion portion);
  }

  private static List<Long> arrivals(int processes, Part part, long untilNanos) {
    return IntStream.range(0, processes)
        .mapToObj(i -> part.of(new Portion(i, processes)))
        .flatMap(
            schedule ->
                Stream.iterate(schedule.after(0), nanos -> nanos < untilNanos, schedule::after))
        .sorted()
        .toList();
  }

  @Test
  void partsOfANumberAddUpToIt() {
    for (int of = 1; of < 9; of++) {
      int parts = of;
      assertThat(IntStream.range(0, of).mapToLong(i -> new Portion(i, parts).part(30)).sum())
          .isEqualTo(30);
      assertThat(
              IntStream.range(0, of)
                  .boxed()
                  .flatMap(
                      i ->
                          IntStream.range(0, (int) new Portion(i, parts).part(30))
                              .mapToObj(new Portion(i, parts)::number)))
          .containsExactlyInAnyOrderElementsOf(IntStream.range(0, 30).boxed().toList());
    }
  }
}
