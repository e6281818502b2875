package io.github.bmt4j.jmh.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.failover.figures.FailoverFigures;
import io.github.bmt4j.failover.figures.FailoverFigures.Stalls;
import io.github.bmt4j.failover.figures.FailoverFigures.Writes;
import io.github.bmt4j.failover.figures.Repetition;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@NullUnmarked
class FailoverFiguresProfilerTest {
  private static Map<String, Double> results(@Nullable Double outage, @Nullable Double atLeast) {
    FailoverFigures figures =
        new FailoverFigures(
            60_000,
            null,
            new Writes(
                outage,
                atLeast,
                null,
                null,
                null,
                null,
                null,
                new Stalls(1, null, null, null),
                null,
                null,
                5),
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null);
    Repetition repetition =
        new Repetition(1, Verdict.of(List.of()), figures, List.of(), List.of(), List.of());
    return FailoverFiguresProfiler.secondary(repetition).stream()
        .collect(Collectors.toMap(result -> result.getLabel(), result -> result.getScore()));
  }

  @Test
  void aFailoverThatDidNotRecoverIsMarkedAndItsOutageIsALowerBound() {
    assertThat(results(null, 59_990.0))
        .containsEntry("failover.not.recovered", 1.0)
        .containsEntry("failover.write.outage", 59_990.0);
    assertThat(results(4_000.0, null))
        .containsEntry("failover.not.recovered", 0.0)
        .containsEntry("failover.write.outage", 4_000.0);
  }
}
