package io.github.bmt4j.html;

import io.github.bmt4j.clock.Medians;
import io.github.bmt4j.report.Chart.Line;
import io.github.bmt4j.report.Chart.Plot;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Lines of several runs as one: the median of the runs at each place, and their range. */
final class Spread {
  private Spread() {}

  /**
   * One plot for those of several runs.
   *
   * @param least runs that a place needs: fewer may have another median for that alone
   */
  static Plot of(List<Plot> runs, String side, int least) {
    double step = step(runs.get(0).x());
    int lines = runs.stream().mapToInt(run -> run.lines().size()).min().orElse(0);
    List<TreeMap<Double, List<Double>>> values =
        IntStream.range(0, lines).mapToObj(line -> new TreeMap<Double, List<Double>>()).toList();
    for (Plot run : runs) {
      for (int i = 0; i < run.x().size(); i++) {
        for (int line = 0; line < lines; line++) {
          List<Double> at =
              values.get(line).computeIfAbsent(place(run.x().get(i), step), x -> new ArrayList<>());
          Double y = run.lines().get(line).y().get(i);
          if (y != null) {
            at.add(y);
          }
        }
      }
    }
    List<Line> all = new ArrayList<>();
    for (int line = 0; line < lines; line++) {
      Line first = runs.get(0).lines().get(line);
      String what = lines == 1 ? side : first.label();
      List<@Nullable Double> y = new ArrayList<>();
      List<@Nullable Double> low = new ArrayList<>();
      List<@Nullable Double> high = new ArrayList<>();
      for (Map.Entry<Double, List<Double>> at : values.get(line).entrySet()) {
        List<Double> some = at.getValue().size() >= least ? at.getValue() : List.of();
        y.add(some.isEmpty() ? null : (Double) Medians.of(some));
        low.add(some.isEmpty() ? null : Collections.min(some));
        high.add(some.isEmpty() ? null : Collections.max(some));
      }
      all.add(new Line(what, y, false, first.side(), low, high));
    }
    return new Plot(lines == 0 ? List.of() : List.copyOf(values.get(0).keySet()), List.copyOf(all));
  }

  /** The usual distance of places that follow each other at equal distances; 0 for others. */
  private static double step(List<Double> x) {
    if (x.size() < 3) {
      return 0;
    }
    List<Double> steps =
        IntStream.range(1, x.size()).mapToObj(i -> x.get(i) - x.get(i - 1)).toList();
    double step = Medians.of(steps);
    return steps.stream().allMatch(one -> Math.abs(one - step) < step / 2) ? step : 0;
  }

  private static double place(double x, double step) {
    double unit = step < 0.5 ? step : Math.rint(2 * step) / 2;
    return unit <= 0 ? x : Math.rint(x / unit) * unit;
  }
}
