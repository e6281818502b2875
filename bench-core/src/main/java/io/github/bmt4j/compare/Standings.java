package io.github.bmt4j.compare;

import io.github.bmt4j.clock.Medians;
import io.github.bmt4j.compare.Comparison.Row;
import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.experiment.Figure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
   * @param place from 1; equal for sides that share it
   * @param side its name
   * @param sum of the main figure, a sample for each run or repetition
   * @param against name of the side that it is compared with: the best of its place, or, if it is
   *     the best itself, the best of the place before; "" for the first of all
   * @param row with the samples of {@code against} as A and its own as B; absent likewise
   */
  public record Standing(int place, String side, Figure sum, String against, @Nullable Row row) {
    /** Returns true if there are too few samples to distinguish it from the other. */
    public boolean tooFew() {
      return row != null && row.verdict() == RowVerdict.TOO_FEW;
    }
  }

  private record Summed(String name, List<Side> conditions, Figure sum) {}

  /**
   * The sides, the best first.
   *
   * @param sides by its name, for each side its results under every condition, in the same order;
   *     the main figure is the smaller the better
   */
  public static List<Standing> of(Map<String, List<Side>> sides) {
    boolean enough =
        sides.values().stream()
            .flatMap(List::stream)
            .allMatch(side -> side.results().size() >= Difference.LEAST);
    List<Summed> left =
        new ArrayList<>(
            sides.entrySet().stream()
                .map(
                    side ->
                        new Summed(side.getKey(), side.getValue(), sum(side.getValue(), enough)))
                .sorted(Comparator.comparingDouble(side -> Medians.of(side.sum().samples())))
                .toList());
    List<Standing> standings = new ArrayList<>();
    Summed before = null;
    while (!left.isEmpty()) {
      Summed best = left.get(0);
      int place = standings.size() + 1;
      List<Summed> group = new ArrayList<>();
      for (Summed side : left) {
        Summed against = side.equals(best) ? before : best;
        Row row = against == null ? null : row(against, side, enough, sides.size() - 1);
        if (side.equals(best) || Objects.requireNonNull(row).verdict() != RowVerdict.WORSE) {
          group.add(side);
          standings.add(
              new Standing(
                  place, side.name(), side.sum(), against == null ? "" : against.name(), row));
        }
      }
      left.removeAll(group);
      before = best;
    }
    return standings;
  }

  /**
   * Returns true if the samples of a figure are shown to be worse than those of another, which were
   * measured in turn with them.
   *
   * @param tests number of figures that are tested at once
   */
  public static boolean isWorse(Figure one, Figure other, int tests) {
    boolean pairs = one.samples().size() == other.samples().size();
    Row row = new Row(other, one, null, null, pairs, true);
    return Verdicts.of(List.of(row), tests, true).get(0).verdict() == RowVerdict.WORSE;
  }

  /** The i-th samples of all conditions together: as if each had happened once. */
  private static Figure sum(List<Side> conditions, boolean enough) {
    List<Figure> mains =
        conditions.stream()
            .map(side -> Samples.of(side).values().iterator().next().together(enough))
            .toList();
    int samples = mains.stream().mapToInt(main -> main.samples().size()).min().orElse(0);
    List<Double> sums =
        IntStream.range(0, samples)
            .mapToObj(at -> mains.stream().mapToDouble(main -> main.samples().get(at)).sum())
            .toList();
    List<Boolean> bounds =
        IntStream.range(0, samples)
            .mapToObj(at -> mains.stream().anyMatch(main -> main.atLeast().get(at)))
            .toList();
    Figure some = mains.get(0);
    return new Figure(some.name(), sums, some.unit(), some.better(), bounds, 0);
  }

  private static Row row(Summed a, Summed b, boolean enough, int tests) {
    boolean pairs =
        enough
            && IntStream.range(0, a.conditions().size())
                .allMatch(
                    i -> Comparison.interleaved(a.conditions().get(i), b.conditions().get(i)));
    boolean longEnough =
        Stream.concat(a.conditions().stream(), b.conditions().stream()).allMatch(Side::longEnough);
    return Verdicts.of(
            List.of(new Row(a.sum(), b.sum(), null, null, pairs, true)), tests, longEnough)
        .get(0);
  }
}
