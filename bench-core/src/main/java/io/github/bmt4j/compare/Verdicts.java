package io.github.bmt4j.compare;

import io.github.bmt4j.compare.Comparison.Row;
import io.github.bmt4j.experiment.Figure;
import io.github.bmt4j.experiment.Figure.Better;
import io.github.bmt4j.experiment.Price;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Verdicts of a comparison's figures, by p-values that are corrected for the number of tests. A
 * cost, which follows its rate and is computed from it, does not count as a further test: its
 * p-value is corrected as if it stood in the rate's place.
 */
final class Verdicts {
  private Verdicts() {}

  /** The rows with their verdicts; with runs that were not long enough, no side is better. */
  static List<Row> of(List<Row> rows, int comparisons, boolean longEnough) {
    int tests =
        Math.max(
            1,
            comparisons * (int) rows.stream().filter(row -> isTest(row) && !isCost(row)).count());
    List<@Nullable Difference> differences =
        rows.stream()
            .map(row -> Difference.of(array(row.a()), array(row.b()), row.pairs(), tests))
            .toList();
    List<Integer> order =
        IntStream.range(0, rows.size())
            .boxed()
            .filter(i -> isTest(rows.get(i)))
            .sorted(Comparator.comparingDouble(i -> p(differences.get(i))))
            .toList();
    double[] corrected = new double[rows.size()];
    Arrays.fill(corrected, 1);
    double most = 0;
    for (int i = 0; i < order.size(); i++) {
      int at = order.get(i);
      boolean cost = isCost(rows.get(at));
      long before =
          order.stream()
              .limit(i)
              .filter(j -> !isCost(rows.get(j)) && !(cost && j == at - 1))
              .count();
      double each = p(differences.get(at)) * Math.max(comparisons, tests - before * comparisons);
      most = Math.max(most, Math.min(1, each));
      corrected[at] = most;
    }
    return IntStream.range(0, rows.size())
        .mapToObj(i -> judged(rows.get(i), differences.get(i), corrected[i], longEnough))
        .toList();
  }

  /** True if a row can be tested: enough samples, not all equal (such as no errors at all). */
  private static boolean isTest(Row row) {
    return Math.min(row.a().samples().size(), row.b().samples().size()) >= Difference.LEAST
        && Stream.concat(row.a().samples().stream(), row.b().samples().stream()).distinct().count()
            > 1;
  }

  private static boolean isCost(Row row) {
    return Price.isCost(row.figure());
  }

  private static double p(@Nullable Difference difference) {
    return Objects.requireNonNull(difference).p();
  }

  private static Row judged(
      Row row, @Nullable Difference difference, double p, boolean longEnough) {
    return new Row(
        row.a(),
        row.b(),
        difference == null ? row.valueA() : (Double) difference.a(),
        difference == null ? row.valueB() : (Double) difference.b(),
        row.pairs(),
        row.complete(),
        difference,
        difference == null ? null : (Double) p,
        difference == null ? RowVerdict.TOO_FEW : verdict(row, difference, p, longEnough));
  }

  private static RowVerdict verdict(Row row, Difference difference, double p, boolean longEnough) {
    boolean good = difference.change() > 0 == (row.a().better() == Better.HIGHER);
    boolean shown = p < Difference.LEVEL;
    int bounds = good ? row.b().bounds() : row.a().bounds();
    if (!row.complete() || bounds > 0 || (!shown && row.a().bounds() + row.b().bounds() > 0)) {
      return RowVerdict.OPEN;
    }
    if (!shown) {
      return RowVerdict.NOT_SIGNIFICANT;
    }
    return !longEnough ? RowVerdict.OPEN : good ? RowVerdict.BETTER : RowVerdict.WORSE;
  }

  private static double[] array(Figure figure) {
    return figure.samples().stream().mapToDouble(Double::doubleValue).toArray();
  }
}
