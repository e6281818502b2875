package io.github.bmt4j.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StagesTest {
  private static final long SECOND = 1_000_000_000L;

  @ParameterizedTest
  @CsvSource({
    "30s:100/s, 30, 100, 100, true, 30s:100/s",
    "1m30s:100..500/s, 90, 100, 500, true, 90s:100..500/s",
    "30:0.5/s, 30, 0.5, 0.5, true, 30s:0.5/s",
    "500ms:64, 0.5, 64, 64, false, 0.5s:64",
    "2h:64..1, 7200, 64, 1, false, 7200s:64..1",
    "10:0..1000000/s, 10, 0, 1000000, true, 10s:0..1000000/s",
  })
  void readsATextAndWritesItInOneForm(
      String text, double seconds, double from, double to, boolean ofRate, String canonical) {
    Stage stage = Stage.parse(text);

    assertThat(stage).isEqualTo(new Stage(Math.round(seconds * 1e9), from, to, ofRate));
    assertThat(stage.text()).isEqualTo(canonical);
    assertThat(Stage.parse(canonical)).isEqualTo(stage);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "30s",
        "30s:",
        ":100",
        "30s:100/m",
        "s:100",
        "0s:100",
        "30s:-1",
        "30s:1..",
        "30s:1.5",
        "30s:100..500/s/s",
        "40d:5",
        "9999h:5",
        "30s:999999999/s",
        "30s 100",
        "30s:1..2..3",
      })
  void refusesOtherTextsInALineThatShowsTheForm(String text) {
    assertThatThrownBy(() -> Stage.parse(text))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("--stage=" + text + ": give ")
        .hasMessageNotContaining("\n");
  }

  @ParameterizedTest
  @CsvSource({
    "10s:100..500/s, 3000",
    "10s:500..100/s, 3000",
    "10s:0..1000/s, 5000",
    "10s:1000..0/s, 5000",
    "1s:0..7/s, 3",
    "7s:3/s, 21",
    "90s:123..4567/s, 211050",
  })
  void aRampHasExactlyAsManyUniformArrivalsAsItsIntegral(String text, long integral) {
    ArrivalSchedule schedule = ArrivalSchedule.uniform(stages(text), Portion.WHOLE);

    // Of half an operation at its end, the schedule begins it or not.
    assertThat(new ArrivalCount(schedule, 0).before(stages(text).nanos()))
        .isBetween(integral, (long) Math.ceil(stages(text).sum(Long.MAX_VALUE / 2)));
    assertThat((long) stages(text).sum(Long.MAX_VALUE / 2)).isEqualTo(integral);
  }

  @Test
  void everyStageHasItsOwnArrivalsAlsoAfterAWarmup() {
    Stages stages =
        stages("3s:100/s", "2s:100..500/s", "1s:0/s", "5s:7/s").withWarmup(Duration.ofSeconds(2));
    ArrivalSchedule schedule = ArrivalSchedule.uniform(stages, Portion.WHOLE);
    ArrivalCount count = new ArrivalCount(schedule, 0);

    assertThat(count.before(2 * SECOND)).isEqualTo(200);
    assertThat(count.before(5 * SECOND)).isEqualTo(500);
    assertThat(count.before(7 * SECOND)).isEqualTo(1100);
    assertThat(count.before(8 * SECOND)).isEqualTo(1100);
    assertThat(count.before(13 * SECOND)).isEqualTo(1135);
    assertThat(count.before(1000 * SECOND)).isEqualTo(1135);
  }

  @Test
  void theArrivalsOfARampFollowItsIntegralAtEveryMoment() {
    Stages stages = stages("20s:50..1050/s");
    ArrivalSchedule schedule = ArrivalSchedule.uniform(stages, Portion.WHOLE);
    long arrival = 0;
    for (int i = 0; i < 11_000; i++) {
      arrival = schedule.after(arrival);
      double seconds = arrival / 1e9;
      // 50 t + 25 t^2, to a millionth of an operation: a ns at 1050/s.
      assertThat(Math.abs(50 * seconds + 25 * seconds * seconds - (i + 0.5))).isLessThan(1.1e-6);
    }
    assertThat(schedule.after(arrival)).isGreaterThan(20 * SECOND);
  }

  /**
   * A Poisson process is a unit one in the time of the integral: its gaps there are exponential.
   */
  @ParameterizedTest
  @ValueSource(strings = {"100s:100..3900/s", "100s:3900..100/s", "100s:0..4000/s"})
  void poissonArrivalsOfARampAreExponentialInItsIntegral(String text) {
    Stages stages = stages(text);
    ArrivalSchedule schedule = ArrivalSchedule.poisson(stages, 11, Portion.WHOLE);
    int size = 190_000;
    double[] gaps = new double[size];
    long arrival = 0;
    for (int i = 0; i < size; i++) {
      long next = schedule.after(arrival);
      gaps[i] = stages.sum(next) - stages.sum(arrival);
      arrival = next;
    }
    Arrays.sort(gaps);
    double distance = 0;
    for (int i = 0; i < size; i++) {
      double exact = 1 - Math.exp(-gaps[i]);
      distance = Math.max(distance, Math.abs(exact - (i + 0.5) / size) + 0.5 / size);
    }
    // Kolmogorov-Smirnov at the level of 0.001: 1.95 / sqrt(n).
    assertThat(distance).isLessThan(1.95 / Math.sqrt(size));
  }

  @Test
  void threadsWorkInTheirTurn() {
    Stages stages = stages("10s:2", "10s:2..12", "10s:1");

    assertThat(stages.turn(0, 0)).isZero();
    assertThat(stages.turn(1, 3)).isEqualTo(3);
    // The third begins when the value is 2.5, the last when it is 11.5.
    assertThat(stages.turn(2, 0)).isEqualTo(10 * SECOND + SECOND / 2);
    assertThat(stages.turn(11, 0)).isEqualTo(19 * SECOND + SECOND / 2);
    assertThat(stages.turn(12, 0)).isEqualTo(Stages.NEVER);
    assertThat(stages.turn(0, 25 * SECOND)).isEqualTo(25 * SECOND);
    assertThat(stages.turn(1, 20 * SECOND)).isEqualTo(Stages.NEVER);
    assertThat(stages.turn(0, 30 * SECOND)).isEqualTo(Stages.NEVER);
  }

  private static Stages stages(String... texts) {
    return new Stages(List.copyOf(Stream.of(texts).map(Stage::parse).toList()));
  }
}
