package io.github.bmt4j.failover.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.outcome.Outcome;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DurabilityTest {
  private static TracedWrite told(int order, String content, Outcome outcome) {
    return new TracedWrite("o " + order, content, outcome, false);
  }

  private static TracedWrite rolledBack(int order, String content) {
    return new TracedWrite("o " + order, content, Outcome.OK, true);
  }

  private static Durability of(Map<String, String> found, TracedWrite... writes) {
    return Durability.of(List.of(writes), found, List.of());
  }

  @Test
  void holdsWhenAllThatWasAcknowledgedIsThereAndNothingElse() {
    Durability durability =
        of(
            Map.of("o 1", "a", "o 2", "b"),
            rolledBack(1, "x"),
            told(1, "a", Outcome.OK),
            told(2, "b", Outcome.UNKNOWN),
            told(3, "c", Outcome.UNKNOWN),
            told(3, "d", Outcome.FAILED));

    assertThat(durability).isEqualTo(new Durability(1, 0, 2, 0, 2, 1, 0, List.of(), List.of()));
    assertThat(durability.holds()).isTrue();
    assertThat(durability.text())
        .isEqualTo(
            "durability: 1 new orders acknowledged, 0 missing; 2 rolled back, 0 there; 2 unknown, 1"
                + " there");
  }

  @Test
  void anOrderThatTookANumberOfALostOneDoesNotReplaceIt() {
    Durability durability =
        of(Map.of("o 1", "new"), told(1, "lost", Outcome.OK), told(1, "new", Outcome.OK));

    assertThat(durability.acknowledged()).isEqualTo(2);
    assertThat(durability.missing()).isEqualTo(1);
    assertThat(durability.examples()).containsExactly("missing: o 1: lost");
    assertThat(durability.holds()).isFalse();
  }

  @Test
  void oneRowIsOneOfTwoOrdersThatAreAlike() {
    Durability durability =
        of(Map.of("o 1", "a"), told(1, "a", Outcome.OK), told(1, "a", Outcome.OK));

    assertThat(durability.missing()).isEqualTo(1);
  }

  @Test
  void whatWasRolledBackMustNotBeThere() {
    Durability durability =
        of(Map.of("o 1", "x", "o 2", "y"), rolledBack(1, "x"), told(2, "y", Outcome.FAILED));

    assertThat(durability.rolledBackFound()).isEqualTo(2);
    assertThat(durability.examples())
        .containsExactly("rolled back but present: o 1: x", "rolled back but present: o 2: y");
    assertThat(durability.holds()).isFalse();
  }

  @Test
  void rowsThatNobodyMadeAreNoMoreThanHungWrites() {
    TracedWrite hung = new TracedWrite("", "", Outcome.UNKNOWN, false);

    assertThat(of(Map.of("o 1", "x"), hung).holds()).isTrue();
    assertThat(of(Map.of("o 1", "x", "o 2", "y"), hung).unexplained()).isEqualTo(1);
    assertThat(of(Map.of("o 1", "x", "o 2", "y"), told(1, "x", Outcome.OK)).unexplained())
        .isEqualTo(1);
    assertThat(of(Map.of("o 1", "x", "o 2", "y"), hung).holds()).isFalse();
    assertThat(of(Map.of("o 1", "x", "o 2", "y"), hung).text()).endsWith("; 1 unexplained");
  }

  @Test
  void brokenRulesAreLosses() {
    Durability durability = Durability.of(List.of(), Map.of(), List.of("rule 3.3.2.3 is broken"));

    assertThat(durability.holds()).isFalse();
    assertThat(durability.text()).endsWith("; rule 3.3.2.3 is broken");
  }
}
