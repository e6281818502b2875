package io.github.bmt4j.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.bmt4j.clock.ManualClock;
import io.github.bmt4j.load.TerminalQueue.Due;
import io.github.bmt4j.workload.Terminals;
import io.github.bmt4j.workload.Terminals.Pace;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** When transactions of terminals are due, on a clock where the truth is known. */
class TerminalQueueTest {
  private static final long MILLI = 1_000_000;
  private static final long ORIGIN = 77;

  /** New-Order and Payment of TPC-C 5.11, 5.2.5.7. */
  private static final List<Pace> SPEC =
      List.of(
          new Pace(18_000 * MILLI, 12_000 * MILLI, false),
          new Pace(3_000 * MILLI, 12_000 * MILLI, false));

  private final ManualClock clock = new ManualClock(ORIGIN);

  @Test
  void thinkTimesAreExponentialAndCutAtTenMeans() {
    TerminalQueue queue = queue(1, 4711);
    double mean = 12_000.0 * MILLI;
    long[] times = LongStream.range(0, 400_000).map(i -> queue.thinkNanos(3, i, 0)).toArray();

    // Standard deviation of the mean: 0.16 %.
    assertThat(LongStream.of(times).average().orElseThrow()).isCloseTo(mean, within(0.008 * mean));
    double beyondMean = LongStream.of(times).filter(nanos -> nanos > mean).count() / 400_000.0;
    assertThat(beyondMean).isCloseTo(Math.exp(-1), within(0.004));
    // 18 of them would be longer.
    assertThat(LongStream.of(times).max().orElseThrow()).isEqualTo((long) (10 * mean));
    assertThat(LongStream.of(times).filter(nanos -> nanos == (long) (10 * mean)).count())
        .isBetween(3L, 40L);
  }

  @Test
  void thinkTimesAreAFunctionOfSeedTerminalAndNumber() {
    assertThat(queue(9, 1).thinkNanos(5, 6, 0)).isEqualTo(queue(2, 1).thinkNanos(5, 6, 1));
    assertThat(
            List.of(
                queue(9, 1).thinkNanos(5, 6, 0),
                queue(9, 2).thinkNanos(5, 6, 0),
                queue(9, 1).thinkNanos(6, 5, 0),
                queue(9, 1).thinkNanos(5, 7, 0)))
        .doesNotHaveDuplicates();
  }

  @Test
  void aCycleIsThinkingAfterTheLastKindAndKeyingOfTheNextOne() throws InterruptedException {
    TerminalQueue queue = queue(1, 4711);
    TerminalSession session =
        new TerminalSession((terminal, number) -> number % 2, (terminal, number, counts) -> {});
    queue.seat(session);
    queue.begin(ORIGIN);
    for (int i = 0; i < 10; i++) {
      Due due = next(queue);
      due.begin(session);
      int kind = session.kind();
      long number = session.number();
      long end = due.nanos() + 5 * MILLI;
      clock.advance(Math.max(0, end - clock.nanoTime()));
      queue.thinkFrom(due, kind, end, session);
      assertThat(session.number()).isEqualTo(number + 1);
      long next = end + queue.thinkNanos(0, number, kind) + SPEC.get(1 - kind).keyingNanos();
      assertThat(queue.waiting(0, next)).isZero();
      assertThat(queue.waiting(0, next + 1)).isOne();
    }
  }

  /** By the renewal theorem: due at time t after the start are count · t / (mean cycle) ones. */
  @Test
  void firstTransactionsAreDueAsIfTheTerminalsHadBeenAtWork() {
    int count = 20_000;
    TerminalQueue queue = queue(count, 4711);
    queue.seat(
        new TerminalSession(
            (terminal, number) -> (terminal + number) % 2, (terminal, number, counts) -> {}));
    queue.begin(ORIGIN);

    // A second time is not due before 3 s: until then it is the rate, once in 22.5 s each.
    for (int second = 0; second < 3; second++) {
      long from = ORIGIN + 1_000L * second * MILLI;
      // Standard deviation: 29.
      assertThat((double) queue.waiting(from, from + 1_000 * MILLI))
          .isCloseTo(count / 22.5, within(100.0));
    }
    assertThat(queue.waiting(0, Long.MAX_VALUE)).isEqualTo(count);
    assertThat(queue.waiting(0, ORIGIN)).isZero();
  }

  @Test
  void terminalsWithoutTimesAreAllDueAtTheStart() throws InterruptedException {
    Terminals atOnce = new Terminals(3, List.of(new Pace(0, 0, false), SPEC.get(0)));
    TerminalQueue queue = new TerminalQueue(new LoadProfile.AtTerminals(atOnce, 1), clock);
    queue.seat(new TerminalSession((terminal, number, counts) -> {}));
    queue.begin(ORIGIN);
    for (int i = 0; i < 3; i++) {
      Due due = queue.take(0);
      assertThat(due == null ? -1 : due.nanos()).isEqualTo(ORIGIN);
    }
  }

  @Test
  void theEarliestComesFirstAndWhatIsPutBackComesAgain() throws InterruptedException {
    TerminalQueue queue = queue(50, 4711);
    queue.seat(new TerminalSession((terminal, number, counts) -> {}));
    queue.begin(ORIGIN);
    assertThat(queue.take(0)).isNull();
    clock.advance(200_000 * MILLI);
    List<Long> dues = new ArrayList<>();
    for (Due due = queue.take(0); due != null; due = queue.take(0)) {
      if (dues.size() == 7 && queue.waiting(0, Long.MAX_VALUE) == 42) {
        queue.putBack(due);
        due = queue.take(0);
      }
      dues.add(due == null ? -1 : due.nanos());
    }
    assertThat(dues).hasSize(50).isSorted().doesNotContain(-1L);
  }

  private Due next(TerminalQueue queue) throws InterruptedException {
    for (Due due = queue.take(0); ; due = queue.take(0)) {
      if (due != null) {
        return due;
      }
      clock.advance(MILLI);
    }
  }

  private TerminalQueue queue(int terminals, long seed) {
    return new TerminalQueue(
        new LoadProfile.AtTerminals(new Terminals(terminals, SPEC), seed), clock);
  }
}
