package io.github.bmt4j.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.load.Measurement.EndpointShare;
import io.github.bmt4j.load.Measurement.Gap;
import io.github.bmt4j.load.ProcessorWatch.Reading;
import io.github.bmt4j.outcome.ErrorPhase;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

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
            List.of("a problem"));

    assertThat(merged.counts().of(Counter.TRANSACTIONS)).isEqualTo(20);
    assertThat(merged.elapsedNanos()).isEqualTo(6 * SECOND);
    assertThat(merged.arrivals()).isEqualTo(14);
    assertThat(merged.unserved()).isEqualTo(4);
    assertThat(merged.maxBacklog()).isEqualTo(6);
    assertThat(merged.warmupOverrunNanos()).isEqualTo(5);
    assertThat(merged.shares().get(0).workers()).isEqualTo(8);
    assertThat(merged.problems()).containsExactly("a problem");
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

  private static Reading reading(long ran, long allowed, long busy, long self, long started) {
    return new Reading(
        ran * SECOND, 0, allowed * SECOND, busy * SECOND, 0, self * SECOND, started * SECOND);
  }

  private static List<Gap> gaps(Measurement... parts) {
    return Merged.measurement(List.of(parts), false, List.of()).gaps();
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
        7,
        2,
        3,
        5,
        0,
        gaps,
        0,
        false,
        List.of(),
        List.of(new ErrorLog.Line(ErrorPhase.STATEMENT, 1213, "40001", "", 3, 2, "Deadlock")),
        List.of(new EndpointShare(4, new Counts(counts), Counts.ZERO, times, gaps, nanos)),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of());
  }

  /** The parts of one schedule, over warm-up and stages, are the whole. */
  @Test
  void processesTakeTheArrivalsOfOneScheduleInTurn() {
    Stages stages = new Stages(List.of(Stage.parse("3s:100/s"), Stage.parse("4s:100..400/s")));
    assertThat(arrivals(3, share -> ArrivalSchedule.uniform(stages, share), 7 * SECOND))
        .isEqualTo(arrivals(1, share -> ArrivalSchedule.uniform(stages, share), 7 * SECOND));
    assertThat(arrivals(4, share -> ArrivalSchedule.uniform(1000, share), SECOND))
        .isEqualTo(arrivals(1, share -> ArrivalSchedule.uniform(1000, share), SECOND));
  }

  @Test
  void poissonStreamsOfSeveralProcessesHaveTheRateTogether() {
    List<Long> all = arrivals(3, share -> ArrivalSchedule.poisson(900, 5, share), 100 * SECOND);

    assertThat(all.size()).isBetween(90_000 - 4 * 300, 90_000 + 4 * 300);
    assertThat(all).doesNotHaveDuplicates();
  }

  private interface Part {
    ArrivalSchedule of(Share share);
  }

  private static List<Long> arrivals(int processes, Part part, long untilNanos) {
    return IntStream.range(0, processes)
        .mapToObj(i -> part.of(new Share(i, processes)))
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
      assertThat(IntStream.range(0, of).mapToLong(i -> new Share(i, parts).part(30)).sum())
          .isEqualTo(30);
      assertThat(
              IntStream.range(0, of)
                  .boxed()
                  .flatMap(
                      i ->
                          IntStream.range(0, (int) new Share(i, parts).part(30))
                              .mapToObj(new Share(i, parts)::number)))
          .containsExactlyInAnyOrderElementsOf(IntStream.range(0, 30).boxed().toList());
    }
  }
}
