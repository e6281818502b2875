package io.github.bmt4j.failover.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.option.DeclaredOption;
import io.github.bmt4j.option.OptionValues;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FaultOptionsTest {
  @Test
  void anOptionThatIsNotGivenHasItsUsualValue() {
    OptionValues options =
        OptionValues.DEFAULT.with(Fault.PROMOTION_DELAY, Duration.ofMillis(1_500));
    assertThat(options.get(Fault.PROMOTION_DELAY)).hasMillis(1_500);
    assertThat(options.get(Fault.RETURN_AFTER)).hasSeconds(5);
    assertThat(OptionValues.DEFAULT.get(Fault.PROMOTION_DELAY)).isZero();
  }

  @Test
  void theScriptTakesAsLongAsItsWaitsAndNoLonger() {
    OptionValues options = OptionValues.DEFAULT.with(Fault.PROMOTION_DELAY, Duration.ofSeconds(2));
    assertThat(Fault.byName("old-primary-returns").length(options)).hasSeconds(7);
    assertThat(Fault.byName("latency").length(options)).hasSeconds(5);
    assertThat(Fault.byName("switchover").length(options)).isZero();
  }

  @Test
  void theTextOfAFaultIsThatOfTheCommandLine() {
    assertThat(
            Fault.byName("latency")
                .text(OptionValues.DEFAULT.with(Fault.DURATION, Duration.ofMillis(500))))
        .isEqualTo("latency --duration=500ms --latency=200ms --jitter=0ms");
    Fault switchover = Fault.byName("switchover");
    DeclaredOption<?> kill = switchover.takes().get(0);
    assertThat(switchover.text(OptionValues.DEFAULT)).isEqualTo("switchover --kill-sessions=off");
    assertThat(switchover.text(new OptionValues(Map.of(kill, true))))
        .isEqualTo("switchover --kill-sessions");
    OptionValues held = OptionValues.DEFAULT.with(Fault.HOLD, Hold.POOL);
    assertThat(switchover.text(held)).as("a condition of its own").doesNotContain("hold");
    assertThat(Fault.HOLD.given(held)).isEqualTo("pool");
    assertThat(Fault.HOLD.given(OptionValues.DEFAULT)).isNull();
    assertThat(Fault.byName("reset").text(OptionValues.DEFAULT)).isEqualTo("reset");
  }

  @Test
  void optionsOfOneWordAreOneOption() {
    List<String> words = Fault.options().stream().map(DeclaredOption::word).toList();
    Set<String> distinct = new HashSet<>(words);
    assertThat(words).hasSameSizeAs(distinct).contains("--lag", "--kill-sessions");
  }

  @Test
  void jitterAboveTheLatencyIsRefused() {
    Fault latency = Fault.byName("latency");
    OptionValues options = OptionValues.DEFAULT;
    for (DeclaredOption<?> option : latency.takes()) {
      if (option.word().equals("--jitter")) {
        options = new OptionValues(Map.of(option, Duration.ofMillis(201)));
      }
    }
    OptionValues refused = options;
    latency.check(OptionValues.DEFAULT);
    assertThatThrownBy(() -> latency.check(refused))
        .isInstanceOf(BadInputException.class)
        .hasMessage("--jitter=201ms: give at most --latency");
  }
}
