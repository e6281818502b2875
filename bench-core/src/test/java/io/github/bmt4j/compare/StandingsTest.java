package io.github.bmt4j.compare;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.bmt4j.compare.Comparison.Row;
import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.compare.Standings.Standing;
import io.github.bmt4j.experiment.Figure;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.experiment.RunStore.Stored;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Places by sums over several conditions, of stored failovers whose outages the test sets. */
class StandingsTest extends StoredResults {
  /** Each round is slower than the one before: only pairs show that B is always 10 % slower. */
  @Test
  void roundsInTurnsAreComparedInPairs() throws IOException {
    List<Stored> a = new ArrayList<>();
    List<Stored> b = new ArrayList<>();
    for (double millis : new double[] {1_000, 2_000, 3_000, 4_000}) {
      a.add(failover(millis));
      b.add(failover(1.1 * millis + b.size()));
    }
    List<Standing> inTurns = Standings.of(Map.of("B", side(b), "A", side(a)));
    assertThat(inTurns).extracting(Standing::side).containsExactly("A", "B");
    assertThat(inTurns).extracting(Standing::place).containsExactly(1, 2);
    assertThat(inTurns.get(0).row()).isNull();
    assertThat(inTurns.get(1).against()).isEqualTo("A");

    List<Standing> oneAfterTheOther =
        Standings.of(Map.of("A", side(a.subList(0, 3)), "B", side(b.subList(1, 4))));
    assertThat(oneAfterTheOther).extracting(Standing::place).containsExactly(1, 1);
  }

  /** A is better in one condition and worse in the other: the sums are what counts. */
  @Test
  void samplesOfAllConditionsAreAddedUp() throws IOException {
    List<Side> a = List.of(once(1_000, 1_010, 990), once(9_000, 9_050, 8_950));
    List<Side> b = List.of(once(2_000, 2_010, 1_990), once(3_000, 3_050, 2_950));

    List<Standing> places = Standings.of(Map.of("A", a, "B", b));
    assertThat(places).extracting(Standing::side).containsExactly("B", "A");
    assertThat(places.get(0).sum().samples()).containsExactly(5_000.0, 5_060.0, 4_940.0);
    assertThat(Objects.requireNonNull(places.get(1).row()).verdict()).isEqualTo(RowVerdict.WORSE);
  }

  @Test
  void aSideThatIsTiedWithTheBestSharesItsPlaceAndTheNextOneIsThird() throws IOException {
    List<Standing> places =
        Standings.of(
            Map.of(
                "A",
                List.of(once(1_000, 1_100, 900)),
                "B",
                List.of(once(5_000, 5_100, 4_900)),
                "C",
                List.of(once(1_050, 950, 1_020))));

    assertThat(places).extracting(Standing::side).containsExactly("A", "C", "B");
    assertThat(places).extracting(Standing::place).containsExactly(1, 1, 3);
    assertThat(places).noneMatch(Standing::tooFew);
    Row last = Objects.requireNonNull(places.get(2).row());
    assertThat(last.p())
        .as("of two that are compared with the best")
        .isEqualTo(2 * Objects.requireNonNull(last.difference()).p());
  }

  /** Each round is slower than the one before: only pairs show that the first is slower. */
  @Test
  void samplesThatWereMeasuredInTurnAreJudgedInPairs() {
    Figure slow = speeds(10.0, 20.0, 30.0, 40.0);
    Figure fast = speeds(11.0, 22.1, 32.8, 44.2);

    assertThat(Standings.isWorse(slow, fast, 1)).isTrue();
    assertThat(Standings.isWorse(fast, slow, 1)).isFalse();
    assertThat(Standings.isWorse(slow, speeds(11.0, 22.1, 32.8, 44.2, 45.0), 1)).isFalse();
    assertThat(Standings.isWorse(slow, slow, 1)).isFalse();
  }

  private static Figure speeds(Double... samples) {
    return new Figure("speed", List.of(samples), "s/s", Figure.Better.HIGHER);
  }

  @Test
  void twoSamplesAreTooFew() throws IOException {
    List<Standing> places =
        Standings.of(Map.of("A", List.of(once(1_000, 1_001)), "B", List.of(once(9_000, 9_001))));

    assertThat(places).extracting(Standing::place).containsExactly(1, 1);
    assertThat(places.get(1).tooFew()).isTrue();
  }

  private static List<Side> side(List<Stored> results) {
    return List.of(new Side("", results));
  }

  /** A side with one result. */
  private Side once(double... millis) throws IOException {
    return new Side("", List.of(failover(millis)));
  }

  /** A failover with a repetition for each write outage. */
  private Stored failover(double... millis) throws IOException {
    ObjectNode node = (ObjectNode) ResultJson.tree(sample("failover").result());
    ArrayNode repetitions = (ArrayNode) node.at("/failover/repetitions");
    ObjectNode some = (ObjectNode) repetitions.get(0);
    repetitions.removeAll();
    for (double one : millis) {
      ObjectNode repetition = some.deepCopy();
      ObjectNode writes = (ObjectNode) repetition.at("/figures/writes");
      writes.remove("degradedMs");
      writes.put("outageMs", one).putObject("stalls").put("number", 1);
      repetitions.add(repetition.put("number", repetitions.size() + 1));
    }
    return stored(node);
  }
}
