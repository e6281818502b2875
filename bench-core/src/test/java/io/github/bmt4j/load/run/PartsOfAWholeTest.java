package io.github.bmt4j.load.run;

import static io.github.bmt4j.report.Lines.words;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.load.ClientReadings;
import io.github.bmt4j.load.ClientUsage;
import io.github.bmt4j.load.Counts;
import io.github.bmt4j.load.Latencies;
import io.github.bmt4j.load.Measurement;
import io.github.bmt4j.load.Measurement.Gap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No part is larger than its whole, however both are rounded. */
class PartsOfAWholeTest {
  /** All operations of a run fail at once. */
  @ParameterizedTest
  @ValueSource(longs = {846_049_999, 849_000_000, 849_900_000, 1_249_600_000, 59_949_999_999L})
  void aTimeWithoutSuccessIsNotSaidToBeLongerThanTheRun(long nanos) {
    Measurement measured =
        RunFiguresTest.measured(
            Counts.ZERO, new Latencies(), nanos, List.of(new Gap(0, nanos, true)));
    double elapsed = Totals.of(measured, false).elapsedSeconds();

    assertThat(RunFigures.failing(measured)).isEqualTo(elapsed);
    assertThat(Judgement.failingTime(RunFigures.failing(measured), elapsed, 0).orElseThrow().text())
        .endsWith(words("for %.1f of %.1f s", elapsed, elapsed));
  }

  /** A reading of the processors' time may come a little after that of the clock. */
  @Test
  void theClientUsesNoMoreThanAllProcessors() {
    assertThat(
            RunResult.Client.of(
                    new ClientReadings(
                        new ClientUsage(2_020_000_000, 0),
                        null,
                        1_000_000_000,
                        2,
                        1,
                        null,
                        null,
                        0),
                    true)
                .cpuUtilization())
        .isEqualTo(1.0);
  }
}
