package io.github.bmt4j.failover.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FaultOptionsTest {
  @Test
  void anOptionThatIsNotGivenHasItsUsualValue() {
    FaultOptions options =
        FaultOptions.DEFAULT.with(FaultOption.PROMOTION_DELAY, Duration.ofMillis(1_500));
    assertThat(options.get(FaultOption.PROMOTION_DELAY)).hasMillis(1_500);
    assertThat(options.get(FaultOption.RETURN_AFTER)).hasSeconds(5);
    assertThat(FaultOptions.DEFAULT.get(FaultOption.PROMOTION_DELAY)).isZero();
  }

  @Test
  void theScriptTakesAsLongAsItsWaitsAndNoLonger() {
    FaultOptions options =
        FaultOptions.DEFAULT.with(FaultOption.PROMOTION_DELAY, Duration.ofSeconds(2));
    assertThat(options.length(Fault.byName("old-primary-returns"))).hasSeconds(7);
    assertThat(options.length(Fault.byName("latency"))).hasSeconds(5);
    assertThat(options.length(Fault.byName("switchover"))).isZero();
  }

  @Test
  void theTextOfAFaultIsThatOfTheCommandLine() {
    assertThat(
            FaultOptions.DEFAULT
                .with(FaultOption.DURATION, Duration.ofMillis(500))
                .text(Fault.byName("latency")))
        .isEqualTo("latency --duration=500ms --latency=200ms --jitter=0ms");
    Fault switchover = Fault.byName("switchover");
    FaultOption<?> kill = switchover.takes().get(0);
    assertThat(FaultOptions.DEFAULT.text(switchover)).isEqualTo("switchover --kill-sessions=off");
    assertThat(new FaultOptions(Map.of(kill, true)).text(switchover))
        .isEqualTo("switchover --kill-sessions");
    assertThat(FaultOptions.DEFAULT.text(Fault.byName("reset"))).isEqualTo("reset");
  }

  @Test
  void optionsOfOneWordAreOneOption() {
    List<String> words = Fault.options().stream().map(FaultOption::word).toList();
    Set<String> distinct = new HashSet<>(words);
    assertThat(words).hasSameSizeAs(distinct).contains("--lag", "--kill-sessions");
  }

  @Test
  void jitterAboveTheLatencyIsRefused() {
    Fault latency = Fault.byName("latency");
    FaultOptions options = FaultOptions.DEFAULT;
    for (FaultOption<?> option : latency.takes()) {
      if (option.word().equals("--jitter")) {
        options = new FaultOptions(Map.of(option, Duration.ofMillis(201)));
      }
    }
    FaultOptions refused = options;
    latency.check(FaultOptions.DEFAULT);
    assertThatThrownBy(() -> latency.check(refused))
        .isInstanceOf(BadInputException.class)
        .hasMessage("--jitter=201ms: give at most --latency");
  }
}
