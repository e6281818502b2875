package io.github.bmt4j.compare;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.experiment.RunStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Places of sides, of stored results with the throughput that the test sets. */
class RankingTest extends StoredResults {
  @Test
  void placesAreByTheMainFigureAndTheBestTwoOfEachScenarioAreSummedUp() throws IOException {
    Side a = new Side("A", List.of(run(100), run(101), run(102)));
    Side b = new Side("B", List.of(run(200), run(201), run(202)));
    Side c = new Side("C", List.of(run(150)));
    List<Comparison> three = List.of(compared(a, b), compared(a, c));

    assertThat(Ranking.of(three))
        .isEqualTo(
            """
            places by tps
              1.  B  201/s, better than A (+99.0 %)
              2.  A  101/s
              -   C  150/s, too few: a side needs 3 runs or repetitions at least
            """);
    assertThat(Ranking.of(List.of(compared(b, a)))).contains("2.  A  101/s, worse than B (");
  }

  @Test
  void sidesOfOneRunEachAreListedWithoutPlaces() throws IOException {
    Side a = new Side("A", List.of(run(100)));
    Side b = new Side("B", List.of(run(200)));

    assertThat(new Ranking(List.of(compared(a, b))).places())
        .extracting(place -> place.number() + place.side().name())
        .containsExactlyInAnyOrder("0A", "0B");
  }

  /** B is above A by means and below it by medians, and neither is shown. */
  @Test
  void noSideHasAPlaceWhereNothingIsShown() throws IOException {
    Side a = new Side("A", List.of(run(100), run(150), run(151)));
    Side b = new Side("B", List.of(run(149), run(140), run(141)));
    List<Comparison> comparisons = List.of(compared(a, b));

    assertThat(Ranking.of(comparisons))
        .isEqualTo(
            """
            by tps, without places: none is shown
              -   B  143/s, no difference to A shown
              -   A  131/s
            """);
    assertThat(Answer.ofStudy(Map.of("s", comparisons, "t", comparisons)))
        .isEqualTo("No side is shown to be first in any of 2 scenarios");
  }

  @Test
  void theAnswerOfThreeSidesSaysWhichIsFirst() throws IOException {
    Side a = new Side("A", List.of(run(100), run(101), run(102)));
    Side b = new Side("B", List.of(run(200), run(201), run(202)));
    Side c = new Side("C", List.of(run(300), run(301), run(302)));

    assertThat(Answer.of(Comparison.withFirst(List.of(a, b, c))).sentence())
        .startsWith("C handles 198 % more transactions a second than A (95 %: ")
        .contains("; C is first of 3; 3 runs each");
    assertThat(Answer.of(Comparison.withFirst(List.of(c, a, b))).sentence())
        .startsWith("B handles 33 % fewer transactions a second than C (")
        .contains("; B is number 2 of 3; ");
    assertThat(Answer.of(List.of(compared(a, b))).sentence()).doesNotContain(" of 2");
  }

  @Test
  void sidesAreLettersAndFromThe27thOnNumbers() {
    assertThat(Side.name(0)).isEqualTo("A");
    assertThat(Side.name(25)).isEqualTo("Z");
    assertThat(Side.name(26)).isEqualTo("side 27");
  }

  /** B and C are both better than A; which of them is better is not shown. */
  @Test
  void sidesThatAreNotToldApartShareAPlace() throws IOException {
    Side a = new Side("A", List.of(run(100), run(101), run(102)));
    Side b = new Side("B", List.of(run(200), run(210), run(205)));
    Side c = new Side("C", List.of(run(206), run(199), run(209)));
    List<Comparison> comparisons = Comparison.withFirst(List.of(a, b, c));

    assertThat(new Ranking(comparisons).places())
        .extracting(place -> place.number() + place.side().name())
        .containsExactly("1B", "1C", "3A");
    assertThat(Answer.of(comparisons).sentence()).contains("; B shares place 1 of 3;");
    assertThat(Answer.ofStudy(Map.of("s", comparisons, "t", List.of(compared(a, b)))))
        .isEqualTo("B is first in 1 of 2 scenarios");
  }

  /** 3.60 an hour are 0.001 a second: 1.00 per million transactions at 1,000 a second. */
  @Test
  void theCheapestSideNeedNotBeTheFastest() throws IOException {
    Side a = priced("A", "3.60/h", 2000);
    Side b = priced("B", "2.88/h", 1000);
    Side c = priced("C", "0.36/h", 500);
    List<Comparison> comparisons = Comparison.withFirst(List.of(a, b, c));

    String costs = "C is cheapest: 0.200 per million transactions; A is fastest: 2,000/s";
    assertThat(Ranking.costs(comparisons)).isEqualTo(costs);
    assertThat(Ranking.of(comparisons)).endsWith("\n  " + costs + "\n");
    assertThat(Answer.of(comparisons).sentence()).endsWith(" 3 runs each, not in turns. " + costs);
    assertThat(row(comparisons.get(0), "cost a million"))
        .satisfies(row -> assertThat(row.amounts()).containsExactly("0.500", "0.800"))
        .satisfies(row -> assertThat(row.verdict()).isEqualTo(RowVerdict.WORSE));
  }

  @Test
  void withEqualPricesTheFastestSideIsTheCheapest() throws IOException {
    List<Side> sides = List.of(priced("A", "1 USD/h", 2000), priced("B", "24 USD/d", 1000));

    assertThat(Ranking.costs(Comparison.withFirst(sides)))
        .isEqualTo("A is cheapest and fastest: 0.139 USD per million transactions, 2,000/s");
  }

  @Test
  void sidesThatCostTheSameShareTheirPlace() throws IOException {
    List<Side> sides =
        List.of(priced("A", "2/h", 2000), priced("B", "1/h", 1000), priced("C", "9/h", 1000));

    assertThat(Ranking.costs(Comparison.withFirst(sides)))
        .isEqualTo(
            "A and B share the place of cheapest: 0.278 and 0.278 per million transactions; A is"
                + " fastest: 2,000/s");
    assertThat(Ranking.costs(Comparison.withFirst(sides.subList(0, 2))))
        .isEqualTo("no side is shown to be cheapest; A is fastest: 2,000/s");
  }

  @Test
  void aSideWithoutAPriceIsNamed() throws IOException {
    Side a = new Side("A", List.of(run(1999), run(2000), run(2001)));
    Side b = priced("B", "3.60/h", 1000);
    Side c = priced("C", "3.60/h", 500);

    assertThat(Ranking.costs(Comparison.withFirst(List.of(a, b, c))))
        .isEqualTo(
            "B is cheapest: 1.00 per million transactions (without a price: A); A is fastest:"
                + " 2,000/s");
    assertThat(Ranking.costs(List.of(compared(a, b))))
        .isEqualTo(
            "only B has a price: 1.00 per million transactions (without a price: A); A is fastest:"
                + " 2,000/s");
    assertThat(Ranking.costs(List.of(compared(a, a)))).isEmpty();
    assertThat(Answer.of(List.of(compared(a, a))).sentence()).doesNotContain("million");
  }

  /** An amount of dollars is not less than one of euros. */
  @Test
  void currenciesAreNotCompared() throws IOException {
    List<Comparison> comparisons =
        List.of(compared(priced("A", "1 USD/h", 1000), priced("B", "€1/h", 2000)));

    assertThat(row(comparisons.get(0), "cost a million USD").b().samples()).isEmpty();
    assertThat(row(comparisons.get(0), "cost a million €").a().samples()).isEmpty();
  }

  private Side priced(String name, String price, double tps) throws IOException {
    List<RunStore.Stored> runs = new ArrayList<>();
    for (double one : new double[] {tps - 1, tps, tps + 1}) {
      runs.add(
          run(
              node -> {
                ((ObjectNode) node.at("/throughput")).put("tps", one);
                node.putObject("labels").put("price", price);
              }));
    }
    return new Side(name, runs);
  }
}
