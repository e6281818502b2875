package io.github.bmt4j.html;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.report.Chart.Line;
import io.github.bmt4j.report.Chart.Plot;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Lines of several runs whose readings were taken at other moments. */
class SpreadTest {
  private static final int SECONDS = 60;

  /** Whatever the phases of the runs: no place lacks its value. */
  @Test
  void readingsAboutOnceASecondAreJoinedBySecond() {
    Random random = new Random(1);
    for (int trial = 0; trial < 200; trial++) {
      List<Plot> runs = new ArrayList<>();
      for (int run = 0; run < 3; run++) {
        double offset = run;
        runs.add(run(random.nextDouble(), random, -1, x -> 100 + 10 * offset));
      }
      Plot joined = Spread.of(runs, "A", 2, true);

      List<@Nullable Double> y = joined.lines().get(0).y();
      assertThat(y.subList(2, SECONDS - 2)).containsOnly(110.0);
      assertThat(joined.x()).hasSizeBetween(SECONDS, SECONDS + 2);
      assertThat(joined.lines().get(0).low()).element(SECONDS / 2).isEqualTo(100.0);
      assertThat(joined.lines().get(0).high()).element(SECONDS / 2).isEqualTo(120.0);
    }
  }

  /** A server that did not answer for ten seconds has no line there, and one reading lacks none. */
  @Test
  void aGapOfMostRunsStaysAGap() {
    Random random = new Random(2);
    List<Plot> runs = new ArrayList<>();
    for (int run = 0; run < 3; run++) {
      Plot whole = run(0.3 * run, random, 17, x -> x >= 30 && x < 40 ? Double.NaN : 1);
      runs.add(
          new Plot(
              whole.x(),
              List.of(
                  new Line(
                      "queries",
                      whole.lines().get(0).y().stream()
                          .<@Nullable Double>map(value -> Double.isNaN(value) ? null : value)
                          .toList()))));
    }
    List<@Nullable Double> y = Spread.of(runs, "A", 2, true).lines().get(0).y();

    assertThat(y.subList(32, 38)).containsOnlyNulls();
    assertThat(y.subList(2, 15)).doesNotContainNull();
    assertThat(y.subList(20, 28)).doesNotContainNull();
  }

  /** Lines end where a server did not answer for longer than two readings. */
  @Test
  void aLineHasAGapWhereReadingsLack() {
    Plot whole = run(0, new Random(3), -1, x -> x);
    Plot dead =
        new Plot(
            Stream.concat(whole.x().subList(0, 20).stream(), whole.x().subList(30, 40).stream())
                .toList(),
            List.of(new Line("queries", whole.lines().get(0).y().subList(0, 30))));

    assertThat(whole.withGaps()).isEqualTo(whole);
    assertThat(dead.withGaps().x()).hasSize(31).isSorted();
    assertThat(dead.withGaps().lines().get(0).y().get(20)).isNull();
    assertThat(dead.withGaps().lines().get(0).y().subList(0, 20)).doesNotContainNull();
  }

  /** Lines of several figures have the name of the side, not that of its first run. */
  @Test
  void severalLinesOfASideAreNamedByIt() {
    List<Line> lines = new ArrayList<>(plot(List.of(1.0, 2.0)).lines());
    lines.add(new Line("reads", lines.get(0).y()));
    List<Plot> runs =
        List.of(new Plot(List.of(1.0, 2.0), lines), new Plot(List.of(1.0, 2.0), lines));

    assertThat(Spread.of(runs, "old", 2, false).lines())
        .extracting(Line::label)
        .containsExactly("old tps", "old reads");
  }

  @Test
  void numbersOfThreadsAreJoinedWhereTheyAreEqual() {
    List<Plot> runs = List.of(plot(List.of(1.0, 2.0, 3.0)), plot(List.of(1.0, 2.0, 4.0)));

    Plot joined = Spread.of(runs, "A", 2, false);
    assertThat(joined.x()).containsExactly(1.0, 2.0, 3.0, 4.0);
    assertThat(joined.lines().get(0).y()).containsExactly(7.0, 7.0, null, null);
  }

  private static Plot plot(List<Double> x) {
    return new Plot(x, List.of(new Line("tps", x.stream().map(one -> 7.0).toList())));
  }

  /** A reading about each second; without the one of a second. */
  private static Plot run(double phase, Random random, int without, DoubleUnaryOperator value) {
    List<Double> x = new ArrayList<>();
    List<Double> y = new ArrayList<>();
    for (int i = 0; i < SECONDS; i++) {
      if (i != without) {
        x.add(i + phase + 0.02 * random.nextDouble());
        y.add(value.applyAsDouble(i));
      }
    }
    return new Plot(x, List.of(new Line("queries", y)));
  }
}
