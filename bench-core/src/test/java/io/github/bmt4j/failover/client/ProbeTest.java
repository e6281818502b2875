package io.github.bmt4j.failover.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failover.figures.Operation;
import io.github.bmt4j.failover.figures.ProbeKind;
import io.github.bmt4j.outcome.ErrorPhase;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

/** An application has a fixed number of request threads, and no more. */
class ProbeTest {
  private static final int ARRIVALS = 10;

  private final Semaphore served = new Semaphore(0);
  private final CountDownLatch done = new CountDownLatch(7);
  private final ProbeRecorder recorder =
      new ProbeRecorder(
          ProbeKind.WRITER, Clock.SYSTEM, Retry.Policy.NONE.within(0), Long.MAX_VALUE / 2);

  private final class Served implements Transaction {
    @Override
    public ErrorPhase first() {
      return ErrorPhase.BORROW;
    }

    @Override
    public void rehearse(Attempt scratch) {}

    @Override
    public void attempt(Attempt attempt) {
      served.acquireUninterruptibly();
      if (!attempt.givenUp()) {
        attempt.succeeded();
        done.countDown();
      }
    }
  }

  @Test
  void arrivalsBeyondTheThreadsWaitInTheirOrderAndAreUnservedAtTheEnd() throws Exception {
    Probe probe = new Probe(ProbeKind.WRITER, new Served(), recorder, 2, Long.MAX_VALUE);
    long due = Clock.SYSTEM.nanoTime();
    for (int i = 0; i < ARRIVALS; i++) {
      probe.arrive(i, due + i);
    }
    assertThat(recorder.waiting()).isEqualTo(ARRIVALS);
    served.release(7);
    done.await();

    List<Operation> all = probe.end();
    served.release(ARRIVALS);
    assertThat(all)
        .extracting(Operation::sequence)
        .containsExactlyInAnyOrder(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
    assertThat(all).allMatch(one -> one.intendedNanos() == due + one.sequence());
    assertThat(all).filteredOn(Operation::ok).allMatch(one -> one.sequence() <= 8).hasSize(7);
    // One thread has taken an arrival for each that it served, unless it was about to.
    assertThat(all).filteredOn(Operation::unserved).hasSizeBetween(1, 3);
    assertThat(all)
        .filteredOn(Operation::unserved)
        .allMatch(one -> one.startNanos() == Operation.NEVER)
        // The other thread may have taken an early one, and not have begun it.
        .filteredOn(one -> one.sequence() < 7)
        .hasSizeLessThanOrEqualTo(1);
    assertThat(recorder.waiting()).isBetween(0L, 3L);
  }

  @Test
  void anArrivalThatHasWaitedForTooLongIsGivenUp() {
    Probe probe = new Probe(ProbeKind.WRITER, new Served(), recorder, 1, 100);
    for (int i = 0; i < 5; i++) {
      probe.arrive(i, 50L * i);
    }
    // The first has the thread; of the others none is more than 100 ns older than the last.
    assertThat(recorder.take()).extracting(Operation::sequence).containsExactly(1L);
    assertThat(recorder.waiting()).isEqualTo(4);
    served.release(ARRIVALS);
  }
}
