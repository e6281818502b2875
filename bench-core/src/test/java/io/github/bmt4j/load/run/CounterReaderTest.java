package io.github.bmt4j.load.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.load.ServerCounters;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CounterReaderTest {
  @Test
  void aServerWhoseClockWasSetBackWasNotRestarted() {
    assertThat(CounterReader.restarted(told(1000, 500), told(1000, 440), 60)).isFalse();
    assertThat(CounterReader.restarted(told(1000, 500), told(1001, 900), 60)).isFalse();
  }

  @Test
  void aServerThatStartedLaterWasRestarted() {
    assertThat(CounterReader.restarted(told(1000, 5), told(1020, 45), 60)).isTrue();
  }

  @Test
  void withoutTheServersTimeItsUptimeTells() {
    ServerCounters before = new ServerCounters(Map.of("Uptime", 500L));
    assertThat(CounterReader.restarted(before, told(1, 559), 60)).isFalse();
    assertThat(CounterReader.restarted(before, told(1, 557), 60)).isTrue();
  }

  private static ServerCounters told(long started, long uptime) {
    return new ServerCounters(Map.of("started", started, "Uptime", uptime));
  }
}
