package io.github.bmt4j.compare;

import io.github.bmt4j.clock.Medians;
import io.github.bmt4j.compare.Comparison.Row;
import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.experiment.Figure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Places of sides that were measured under several conditions, by the sum of their main figure over
 * all of them. Sides that no test tells from the best of their group share its place.
 */
public final class Standings {
  private Standings() {}

  /**
   * A side with its place.
   *
   * @param place from 1; of sides that share one, the same
   * @param side its index in the list of sides
   * @param sum of the main figure, a sample for each run or repetition
   * @param against index of the side that it is compared with: the best of its place, or that of
   *     the place before where it is the best itself; absent for the first of all
   * @param row with the samples of {@code against} as A and its own as B; absent likewise
   */
  public record Standing(
      int place, int side, Figure sum, @Nullable Integer against, @Nullable Row row) {
    /** Returns true if there are too few samples to tell it from the other. */
    public boolean tooFew() {
      return row != null && row.verdict().equals(Comparison.TOO_FEW);
    }
  }

  /**
   * The sides, the best first.
   *
   * @param sides for each side its results under every condition, in the same order; the main
   *     figure is the smaller the better
   */
  public static List<Standing> of(List<List<Side>> sides) {
    boolean enough =
        sides.stream()
            .flatMap(List::stream)
            .allMatch(side -> side.results().size() >= Difference.LEAST);
    List<Figure> sums = sides.stream().map(side -> sum(side, enough)).toList();
    List<Integer> left =
        new ArrayList<>(
            IntStream.range(0, sides.size())
                .boxed()
                .sorted(Comparator.comparingDouble(side -> Medians.of(sums.get(side).samples())))
                .toList());
    List<Standing> standings = new ArrayList<>();
    Integer before = null;
    while (!left.isEmpty()) {
      Integer best = left.get(0);
      int place = standings.size() + 1;
      List<Integer> group = new ArrayList<>();
      for (Integer side : left) {
        Integer against = side.equals(best) ? before : best;
        Row row = against == null ? null : row(sides, sums, against, side, enough);
        if (side.equals(best) || !Objects.requireNonNull(row).verdict().equals("worse")) {
          group.add(side);
          standings.add(new Standing(place, side, sums.get(side), against, row));
        }
      }
      left.removeAll(group);
      before = best;
    }
    return standings;
  }

  /** The i-th samples of all conditions together: as if each happened once. */
  private static Figure sum(List<Side> conditions, boolean enough) {
    List<Figure> mains =
        conditions.stream()
            .map(side -> Samples.of(side).values().iterator().next().together(enough))
            .toList();
    int samples = mains.stream().mapToInt(main -> main.samples().size()).min().orElse(0);
    List<Double> sums = new ArrayList<>();
    List<Boolean> bounds = new ArrayList<>();
    for (int i = 0; i < samples; i++) {
      int at = i;
      sums.add(mains.stream().mapToDouble(main -> main.samples().get(at)).sum());
      bounds.add(mains.stream().anyMatch(main -> main.atLeast().get(at)));
    }
    Figure some = mains.get(0);
    return new Figure(some.name(), sums, some.unit(), some.better(), bounds, 0);
  }

  private static Row row(List<List<Side>> sides, List<Figure> sums, int a, int b, boolean enough) {
    boolean pairs =
        enough
            && IntStream.range(0, sides.get(a).size())
                .allMatch(i -> Comparison.interleaved(sides.get(a).get(i), sides.get(b).get(i)));
    Row row =
        new Row(
            sums.get(a),
            sums.get(b),
            Medians.of(sums.get(a).samples()),
            Medians.of(sums.get(b).samples()),
            pairs,
            true,
            null,
            null,
            "");
    return Verdicts.of(List.of(row), Math.max(1, sides.size() - 1)).get(0);
  }
}
