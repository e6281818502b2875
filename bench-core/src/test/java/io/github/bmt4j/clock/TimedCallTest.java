package io.github.bmt4j.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TimedCallTest {
  private final CountDownLatch interrupted = new CountDownLatch(1);

  @Test
  void returnsOrThrowsWhatTheCallDoes() throws Exception {
    assertThat(call(() -> Thread.currentThread().getName(), 60_000)).isEqualTo("bmt-it");
    assertThatThrownBy(
            () ->
                call(
                    () -> {
                      throw new IOException("refused");
                    },
                    60_000))
        .isInstanceOf(ExecutionException.class)
        .hasRootCauseInstanceOf(IOException.class);
  }

  @Test
  void aLateCallIsInterrupted() throws InterruptedException {
    assertThatThrownBy(() -> call(this::hang, 100)).isInstanceOf(TimeoutException.class);
    assertThat(interrupted.await(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aStoppedCallIsNotAwaited() {
    assertThatThrownBy(
            () -> TimedCall.of("bmt-it", this::hang, Duration.ofDays(1), Clock.SYSTEM, () -> true))
        .isInstanceOf(TimeoutException.class);
  }

  private static <T> T call(Callable<T> call, int millis) throws Exception {
    return TimedCall.of("bmt-it", call, Duration.ofMillis(millis), Clock.SYSTEM, () -> false);
  }

  private String hang() {
    try {
      new CountDownLatch(1).await();
      return "never";
    } catch (InterruptedException e) {
      interrupted.countDown();
      return "interrupted";
    }
  }
}
