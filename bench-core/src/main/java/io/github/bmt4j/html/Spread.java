package io.github.bmt4j.html;

import io.github.bmt4j.clock.Medians;
import io.github.bmt4j.report.Chart.Line;
import io.github.bmt4j.report.Chart.Plot;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Lines of several runs as one: the median of the runs at each place, and their range. */
final class Spread {
  private Spread() {}

  /** Furthest a reading may be from a place, in steps: readings of runs have other phases. */
  private static final double REACH = 0.75;

  /**
   * One plot for those of several runs.
   *
   * @param least least number of runs for a place: with fewer, the median may change for that
   *     reason alone
   * @param time true if x is a time, which no two runs read at the same moment: a place then takes
   *     each run's nearest reading
   */
  static Plot of(List<Plot> runs, String side, int least, boolean time) {
    double step = time ? step(runs) : 0;
    TreeSet<Double> places = new TreeSet<>();
    List<TreeMap<Double, Integer>> readings = new ArrayList<>();
    for (Plot run : runs) {
      TreeMap<Double, Integer> at = new TreeMap<>();
      run.x().forEach(x -> at.put(x, at.size()));
      readings.add(at);
      run.x().forEach(x -> places.add(step > 0 ? Math.rint(x / step) * step : x));
    }
    int lines = runs.stream().mapToInt(run -> run.lines().size()).min().orElse(0);
    List<Line> all = new ArrayList<>();
    for (int line = 0; line < lines; line++) {
      Line first = runs.get(0).lines().get(line);
      List<@Nullable Double> y = new ArrayList<>();
      List<@Nullable Double> low = new ArrayList<>();
      List<@Nullable Double> high = new ArrayList<>();
      for (double place : places) {
        List<Double> values = new ArrayList<>();
        for (int run = 0; run < runs.size(); run++) {
          Integer at = nearest(readings.get(run), place, REACH * step);
          Double value = at == null ? null : runs.get(run).lines().get(line).y().get(at);
          if (value != null) {
            values.add(value);
          }
        }
        boolean some = values.size() >= least;
        y.add(some ? (Double) Medians.of(values) : null);
        low.add(some ? Collections.min(values) : null);
        high.add(some ? Collections.max(values) : null);
      }
      all.add(
          new Line(
              lines == 1 ? side : side + " " + first.label(), y, false, first.side(), low, high));
    }
    return new Plot(lines == 0 ? List.of() : List.copyOf(places), List.copyOf(all));
  }

  private static @Nullable Integer nearest(
      NavigableMap<Double, Integer> readings, double place, double reach) {
    return Stream.of(readings.floorEntry(place), readings.ceilingEntry(place))
        .filter(one -> one != null && Math.abs(one.getKey() - place) <= reach)
        .min(Comparator.comparingDouble(one -> Math.abs(one.getKey() - place)))
        .map(Map.Entry::getValue)
        .orElse(null);
  }

  /**
   * The usual distance of two readings, in half seconds if it is that long; 0 for a single reading.
   */
  private static double step(List<Plot> runs) {
    List<Double> steps =
        runs.stream()
            .map(Plot::x)
            .flatMap(x -> IntStream.range(1, x.size()).mapToObj(i -> x.get(i) - x.get(i - 1)))
            .toList();
    double step = steps.isEmpty() ? 0 : Medians.of(steps);
    return step < 0.5 ? step : Math.rint(2 * step) / 2;
  }
}
