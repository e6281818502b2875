package io.github.bmt4j.cli.options;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.failover.fault.Fault;
import io.github.bmt4j.failover.fault.Hold;
import io.github.bmt4j.option.DeclaredOption;
import io.github.bmt4j.option.OptionValues;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class FaultCommandOptionsTest {
  /** A command with the options of faults and no others. */
  @Command
  @SuppressWarnings("NullAway.Init")
  static final class Wish {
    @Mixin FaultCommandOptions faults;

    static FaultCommandOptions of(String words) {
      Wish wish = new Wish();
      Converters.register(new CommandLine(wish))
          .parseArgs(words.isEmpty() ? new String[0] : words.split(" "));
      return wish.faults;
    }
  }

  static Stream<String> storedFaults() {
    return Fault.all().stream()
        .flatMap(fault -> Stream.of(fault.text(OptionValues.DEFAULT), fault.text(unusual(fault))));
  }

  /** A value for each of its options that is not the usual one. */
  private static OptionValues unusual(Fault fault) {
    Map<DeclaredOption<?>, Object> values = new LinkedHashMap<>();
    for (DeclaredOption<?> option : fault.takes()) {
      values.put(option, value(option));
    }
    return new OptionValues(values);
  }

  @ParameterizedTest
  @MethodSource("storedFaults")
  void aStoredFaultIsReadBack(String stored) {
    FaultCommandOptions read = Wish.of("--fault " + stored);
    Fault fault = read.fault();
    assertThat(fault.text(read.options(fault))).isEqualTo(stored);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "=on", "=true", "=1", "=yes"})
  void aSwitchIsOnInEverySpelling(String value) {
    FaultCommandOptions read = Wish.of("--fault=switchover --kill-sessions" + value);
    assertThat(read.fault().text(read.options(read.fault())))
        .isEqualTo("switchover --kill-sessions");
  }

  @Test
  void withoutOptionsItIsAKillAndNothingWasGiven() {
    FaultCommandOptions read = Wish.of("");
    assertThat(read.anything()).isFalse();
    assertThat(read.fault().text(read.options(read.fault())))
        .isEqualTo("kill --promotion-delay=0ms");
    assertThat(Wish.of("--lag=1").anything()).isTrue();
  }

  private static Object value(DeclaredOption<?> option) {
    if (option.usual() instanceof Duration) {
      return Duration.ofMillis(150);
    }
    return option.isFlag() ? (Object) true : Hold.POOL;
  }
}
