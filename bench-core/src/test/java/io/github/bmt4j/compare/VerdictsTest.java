package io.github.bmt4j.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.bmt4j.compare.Comparison.Row;
import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.experiment.Figure;
import io.github.bmt4j.experiment.RunStore.Stored;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** P-values of several figures and sides, and what follows from them. */
class VerdictsTest extends StoredResults {
  /** One test of many is significant by chance: its p-value is multiplied by their number. */
  @Test
  void pValuesAreCorrectedForTheNumberOfFigures() throws IOException {
    List<Stored> a = new ArrayList<>();
    List<Stored> b = new ArrayList<>();
    double[] ofA = {10, 11, 12, 10.5};
    double[] ofB = {11.6, 12.3, 12.9, 11};
    for (int i = 0; i < ofA.length; i++) {
      double valueA = ofA[i];
      double valueB = ofB[i];
      double other = i % 2 == 0 ? 1 : 1.1;
      a.add(run(node -> noisy(node, valueA, other)));
      b.add(run(node -> noisy(node, valueB, 2.1 - other)));
    }
    Comparison comparison = compared(new Side("A", a), new Side("B", b));
    Row p95 = row(comparison, "p95");

    double alone = p95.difference() == null ? 1 : p95.difference().p();
    assertThat(alone).isLessThan(0.05);
    assertThat(p95.p()).isGreaterThan(0.05);
    assertThat(p95.verdict()).isEqualTo(RowVerdict.NOT_SIGNIFICANT);
  }

  /** Each further side is another test: what one pair shows alone may be chance among many. */
  @Test
  void pValuesAreCorrectedForTheNumberOfSidesAndPlacesFollowThem() throws IOException {
    Side a = new Side("A", List.of(run(100), run(104), run(96), run(101)));
    Side b = new Side("B", List.of(run(112), run(106), run(117), run(109)));
    Comparison alone = Comparison.withFirst(List.of(a, b)).get(0);
    Comparison ofThree = Comparison.withFirst(List.of(a, b, a)).get(0);
    Comparison ofNine = Comparison.withFirst(List.of(a, b, a, b, a, b, a, b, a)).get(0);

    double p = Objects.requireNonNull(row(alone, "tps").p());
    assertThat(Objects.requireNonNull(row(ofThree, "tps").p())).isCloseTo(2 * p, within(1e-12));
    assertThat(Objects.requireNonNull(row(ofNine, "tps").p())).isCloseTo(8 * p, within(1e-12));
    assertThat(row(alone, "tps").verdict()).isEqualTo(RowVerdict.BETTER);
    assertThat(row(ofNine, "tps").verdict()).isEqualTo(RowVerdict.NOT_SIGNIFICANT);
    assertThat(new Ranking(List.of(alone)).places().get(0).number()).isEqualTo(1);
    assertThat(new Ranking(Comparison.withFirst(List.of(a, b, a, b, a, b, a, b, a))).places())
        .allMatch(place -> place.number() == 0);
  }

  /**
   * Holm's method by hand: of m p-values in ascending order the i-th is multiplied by m - i, and
   * none is below the one before it.
   */
  @Test
  void theSmallestPValueIsMultipliedByTheNumberOfTestsAndTheLargestByNone() throws IOException {
    double[] noise = {1, 1.02, 0.99, 1.015};
    List<Stored> a = new ArrayList<>();
    List<Stored> b = new ArrayList<>();
    for (int i = 0; i < noise.length; i++) {
      double ofA = noise[i];
      double ofB = noise[noise.length - 1 - i];
      a.add(run(node -> figures(node, 100 * ofA, ofA, 10 * ofA, 20 * ofA)));
      b.add(run(node -> figures(node, 103 * ofB, 1.001 * ofB, 10.5 * ofB, 22 * ofB)));
    }
    List<Row> tested =
        compared(new Side("A", a), new Side("B", b)).rows().stream()
            .filter(one -> List.of("tps", "p50", "p95", "p99").contains(one.figure()))
            .sorted(Comparator.comparingDouble(one -> Objects.requireNonNull(one.p())))
            .toList();

    double before = 0;
    for (int i = 0; i < tested.size(); i++) {
      double alone = Objects.requireNonNull(tested.get(i).difference()).p();
      before = Math.min(1, Math.max(before, alone * (tested.size() - i)));
      assertThat(tested.get(i).p()).isCloseTo(before, within(1e-12));
    }
    assertThat(tested).extracting(Row::figure).containsExactly("p99", "p95", "tps", "p50");
    assertThat(tested.get(0).p()).isLessThan(0.05);
    assertThat(tested.get(3).p()).isGreaterThan(0.5);
  }

  /** Two sides and three figures: six tests, of which each figure takes two. */
  @Test
  void aFigureTakesATestOfEachSideAndEqualOnesHaveOnePValue() {
    List<Row> rows =
        Verdicts.of(
            List.of(
                row(110, 112, 109, 113), row(110, 112, 109, 113), row(101.5, 104.9, 100.7, 102.4)),
            2,
            true);

    double small = Objects.requireNonNull(rows.get(0).difference()).p();
    double large = Objects.requireNonNull(rows.get(2).difference()).p();
    assertThat(large).isBetween(0.05, 0.25);
    assertThat(rows.get(0).p()).isCloseTo(6 * small, within(1e-12));
    assertThat(rows.get(1).p()).isCloseTo(6 * small, within(1e-12));
    assertThat(rows.get(2).p()).isCloseTo(2 * large, within(1e-12));
  }

  /** A price adds no noise: it is the rate once more, from another point. */
  @ParameterizedTest
  @CsvSource({"3.6/h, 3.6/h", "3.6/h, 3.7/h", "3.6/h, 1/h", "1/h, 3.6/h"})
  void aCostIsNoTestMoreAndTheSameFigureHasTheSamePValue(String priceA, String priceB)
      throws IOException {
    double[] noise = {1, 1.02, 0.99, 1.015};
    Side[] plain = new Side[2];
    Side[] priced = new Side[2];
    for (int side = 0; side < 2; side++) {
      List<Stored> without = new ArrayList<>();
      List<Stored> with = new ArrayList<>();
      for (int i = 0; i < noise.length; i++) {
        double own = side == 0 ? noise[i] : 1.03 * noise[noise.length - 1 - i];
        String price = side == 0 ? priceA : priceB;
        without.add(run(node -> figures(node, 100 * own, own, 10 * own, 20 * own)));
        with.add(
            run(
                node -> {
                  figures(node, 100 * own, own, 10 * own, 20 * own);
                  node.putObject("labels").put("price", price);
                }));
      }
      plain[side] = new Side(Side.name(side), without);
      priced[side] = new Side(Side.name(side), with);
    }
    Comparison before = Comparison.of(plain[0], plain[1], 1);
    Comparison after = Comparison.of(priced[0], priced[1], 1);

    assertThat(after.rows()).hasSize(before.rows().size() + 1);
    for (Row row : before.rows()) {
      Row same = row(after, row.figure());
      assertThat(same.p()).as(row.figure()).isEqualTo(row.p());
      assertThat(same.cells()).isEqualTo(row.cells());
    }
    Row cost = row(after, "cost a million");
    double alone = Objects.requireNonNull(cost.difference()).p();
    assertThat(cost.p()).isGreaterThanOrEqualTo(alone);
    if (priceA.equals(priceB)) {
      assertThat(cost.p()).isCloseTo(Objects.requireNonNull(row(before, "tps").p()), within(1e-9));
    }
  }

  @Test
  void theOnlyFigureOfTheOnlyOtherSideIsNotCorrected() {
    Row one = Verdicts.of(List.of(row(110, 112, 109, 113)), 1, true).get(0);
    Difference alone =
        Difference.of(
            new double[] {100, 102, 98, 101}, new double[] {110, 112, 109, 113}, false, 1);

    assertThat(one.difference()).isEqualTo(alone);
    assertThat(one.p()).isEqualTo(Objects.requireNonNull(alone).p());
    assertThat(one.cells().get(7))
        .isEqualTo(String.format(Locale.ROOT, "%.1f %%", 100 * alone.detectable()));
  }

  /** Values of a side that are all equal, as those of the other, are no test. */
  @Test
  void figuresThatAreAllEqualTakeNoTest() {
    List<Row> rows = Verdicts.of(List.of(row(110, 112, 109, 113), equal(), equal()), 1, true);

    assertThat(rows.get(0).p()).isEqualTo(Objects.requireNonNull(rows.get(0).difference()).p());
    assertThat(rows.get(1).p()).isEqualTo(1);
    assertThat(rows.get(1).verdict()).isEqualTo(RowVerdict.NOT_SIGNIFICANT);
  }

  /** Each side's true value may be beyond its bound: equal ones may differ, and alike ones too. */
  @Test
  void whereBothSidesHaveABoundNothingIsSaidNotToDiffer() {
    Row one = new Row(bound(100, 102, 98, 101), bound(101, 99, 100, 103), null, null, false, true);

    assertThat(Verdicts.of(List.of(one), 1, true).get(0).verdict()).isEqualTo(RowVerdict.OPEN);
  }

  private static Figure bound(double... samples) {
    List<Double> all = DoubleStream.of(samples).boxed().toList();
    List<Boolean> last = List.of(false, false, false, true);
    return new Figure("tps", all, "/s", Figure.Better.HIGHER, last, 0);
  }

  private static Row equal() {
    return new Row(figure(5, 5, 5, 5), figure(5, 5, 5, 5), null, null, false, true);
  }

  private static Row row(double... b) {
    return new Row(figure(100, 102, 98, 101), figure(b), null, null, false, true);
  }

  private static Figure figure(double... samples) {
    List<Double> all = DoubleStream.of(samples).boxed().toList();
    List<Boolean> none = all.stream().map(one -> false).toList();
    return new Figure("tps", all, "/s", Figure.Better.HIGHER, none, 0);
  }

  private static void figures(ObjectNode node, double tps, double p50, double p95, double p99) {
    ((ObjectNode) node.at("/throughput")).put("tps", tps);
    ((ObjectNode) node.at("/latency/response")).put("p50", p50).put("p99", p99);
    p95(node, p95);
  }

  /** A test of one direction only would call the first of these better and miss the second. */
  @Test
  void pValuesAreOfBothDirections() throws IOException {
    Side a = new Side("A", List.of(run(100), run(102), run(98)));
    Side b = new Side("B", List.of(run(109), run(105), run(111)));
    Row up = row(compared(a, b), "tps");
    Row down = row(compared(b, a), "tps");

    assertThat(up.verdict()).isEqualTo(RowVerdict.BETTER);
    assertThat(down.verdict()).isEqualTo(RowVerdict.WORSE);
    assertThat(up.p()).isCloseTo(Objects.requireNonNull(down.p()), within(1e-12));
    // Welch's t of the logarithms: 3.99072 with 3.59700 degrees of freedom, integrated numerically.
    assertThat(up.p()).isCloseTo(0.0199871, within(1e-7));
  }

  /** The same values show a difference where the runs took 5 s. */
  @Test
  void runsThatAreTooShortToJudgeTheClientClaimNothing() throws IOException {
    for (double seconds : new double[] {4.9, 5}) {
      Side a = new Side("A", List.of(lasting(100, seconds), run(102), run(98)));
      Side b = new Side("B", List.of(run(109), run(105), run(111)));

      assertThat(row(compared(a, b), "tps").verdict())
          .isEqualTo(seconds < 5 ? RowVerdict.OPEN : RowVerdict.BETTER);
      assertThat(row(compared(b, a), "tps").verdict())
          .isEqualTo(seconds < 5 ? RowVerdict.OPEN : RowVerdict.WORSE);
    }
  }

  private Stored lasting(double tps, double seconds) throws IOException {
    return run(
        node -> {
          ((ObjectNode) node.at("/throughput")).put("tps", tps);
          ((ObjectNode) node.at("/totals")).put("elapsedSeconds", seconds);
        });
  }

  /** Five runs of one second on a busy machine, all VALID. */
  @Test
  void runsThatDifferByALargeFactorAreSaidToBeNotComparable() throws IOException {
    List<Stored> a = new ArrayList<>();
    List<Stored> b = new ArrayList<>();
    for (double tps : new double[] {20, 90, 184}) {
      a.add(run(tps));
      b.add(run(200 - tps));
    }
    Comparison wide = compared(new Side("A", a), new Side("B", b));

    assertThat(Answer.of(List.of(wide)).sentence())
        .isEqualTo(
            "No difference between A and B was shown: transactions a second A 69.2/s, B 68.2/s;"
                + " the runs of a side differ too much to compare (16 to 180/s); 3 runs each, in"
                + " turns");
    assertThat(
            Answer.of(
                    List.of(
                        compared(
                            new Side("A", List.of(run(100), run(150), run(151))),
                            new Side("B", List.of(run(149), run(140), run(141))))))
                .sentence())
        .contains("; so few runs that differ so much (100 to 151/s) would show a change above");
    assertThat(row(wide, "tps").cells().get(7)).isEqualTo("> 100 %");
  }

  private static void noisy(ObjectNode node, double p95, double other) {
    ((ObjectNode) node.at("/throughput")).put("tps", 100 * other);
    ((ObjectNode) node.at("/latency/response")).put("p50", other);
    ((ObjectNode) node.at("/latency/response")).put("p99", 20 * other);
    p95(node, p95);
  }
}
