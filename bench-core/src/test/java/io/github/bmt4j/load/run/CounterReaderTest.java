package io.github.bmt4j.load.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.load.ServerCounters;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CounterReaderTest {
  @Test
  void aServerWhoseClockWasSetBackWasNotRestarted() {
    assertThat(told(1000, 440).isRestarted(told(1000, 500), 60)).isFalse();
    assertThat(told(1001, 900).isRestarted(told(1000, 500), 60)).isFalse();
  }

  @Test
  void aServerThatStartedLaterWasRestarted() {
    assertThat(told(1020, 45).isRestarted(told(1000, 5), 60)).isTrue();
  }

  @Test
  void withoutTheServersTimeItsUptimeTells() {
    ServerCounters before = new ServerCounters(Map.of("Uptime", 500L));
    assertThat(told(1, 559).isRestarted(before, 60)).isFalse();
    assertThat(told(1, 557).isRestarted(before, 60)).isTrue();
  }

  private static ServerCounters told(long started, long uptime) {
    return new ServerCounters(Map.of("started", started, "Uptime", uptime));
  }
}
