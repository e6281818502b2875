package io.github.bmt4j.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.progress.StopSignal;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FailingObserverTest {
  @Test
  void anObserverThatThrowsEndsTheLoad() {
    Set<Thread> workers = ConcurrentHashMap.newKeySet();
    ScriptedSession.Script script =
        (number, counts) -> {
          workers.add(Thread.currentThread());
          LockSupport.parkNanos(1_000_000);
        };
    Load.Observer failing =
        new Load.Observer() {
          @Override
          public void interval(Interval interval) {
            throw new IllegalStateException("the observer failed");
          }
        };

    assertThatThrownBy(
            () ->
                new LoadGenerator(
                        new Plan(2).build(),
                        Clock.SYSTEM,
                        new ScriptedServer(true),
                        worker -> new ScriptedSession(script),
                        new StopSignal())
                    .run(failing))
        .hasMessage("the observer failed");
    assertThat(workers).isNotEmpty().noneMatch(Thread::isAlive);
  }
}
