package io.github.bmt4j.failover;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failover.fault.TrialTimeline;
import io.github.bmt4j.failure.TargetException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class FaultScriptTest {
  @Test
  @Timeout(value = 50, unit = TimeUnit.SECONDS)
  void aScriptThatDoesNotEndIsWaitedForOnce() throws TargetException {
    CountDownLatch over = new CountDownLatch(1);
    FailoverTrialTest.Told hangs = new FailoverTrialTest.Told();
    hangs.struck =
        () -> {
          try {
            over.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        };
    FaultScript script =
        new FaultScript(hangs, new TrialTimeline(Clock.SYSTEM), () -> false, problem -> {});
    try {
      script.start();
      Thread.currentThread().interrupt();
      assertThatThrownBy(script::end).isInstanceOf(TargetException.class);
      Thread.interrupted();
      script.end();
    } finally {
      over.countDown();
    }
  }
}
