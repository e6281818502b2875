package io.github.bmt4j.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

class RoundsTest {
  /** Rounds of a period of 10 take 3, 3, 25 and 3: the third ends after the next was due. */
  @Test
  void aRoundBeginsAPeriodAfterTheLastOneAndNoneIsMadeUpFor() throws Exception {
    Steps steps = new Steps(List.of(3L, 3L, 25L, 3L));
    try (Rounds rounds =
        new Rounds("rounds", steps::round, () -> {}, Duration.ofNanos(10), steps)) {
      assertThat(steps.sleeps.take()).isEqualTo(10);
      assertThat(steps.sleeps.take()).isEqualTo(20);
      assertThat(steps.sleeps.take()).isEqualTo(45);
      rounds.every(Duration.ofNanos(7));
      steps.changed.countDown();
      assertThat(steps.sleeps.take()).isEqualTo(52);
    }
  }

  @Test
  void closingEndsTheWaitForTheNextRoundAndWaitsForTheEnd() throws Exception {
    CountDownLatch began = new CountDownLatch(1);
    AtomicBoolean ended = new AtomicBoolean();
    Runnable end =
        () -> {
          LockSupport.parkNanos(20_000_000);
          ended.set(true);
        };
    Rounds rounds = new Rounds("rounds", began::countDown, end, Duration.ofHours(1), Clock.SYSTEM);
    began.await();
    rounds.close();

    assertThat(ended).isTrue();
  }

  /** A clock that rounds of known lengths move, and that sleeps until closed after the last. */
  private static final class Steps implements Clock {
    final BlockingQueue<Long> sleeps = new LinkedBlockingQueue<>();
    final CountDownLatch changed = new CountDownLatch(1);
    private final List<Long> lengths;
    private int rounds;
    private final AtomicLong now = new AtomicLong();

    Steps(List<Long> lengths) {
      this.lengths = lengths;
    }

    void round() {
      now.addAndGet(lengths.get(rounds++));
      if (rounds == lengths.size()) {
        await(changed);
      }
    }

    private static void await(CountDownLatch latch) {
      try {
        latch.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public long nanoTime() {
      return now.get();
    }

    @Override
    public Instant now() {
      return Instant.EPOCH.plusNanos(now.get());
    }

    @Override
    public void sleepUntil(long nanoTime, BooleanSupplier cancelled) {
      sleeps.add(nanoTime);
      now.set(nanoTime);
      while (rounds == lengths.size() && !cancelled.getAsBoolean()) {
        LockSupport.parkNanos(1_000_000);
      }
    }
  }
}
