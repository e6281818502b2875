package io.github.bmt4j.html;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.clock.Medians;
import io.github.bmt4j.compare.Published;
import io.github.bmt4j.report.Chart;
import io.github.bmt4j.report.Chart.Heat;
import io.github.bmt4j.report.Chart.Line;
import io.github.bmt4j.report.Chart.Plot;
import io.github.bmt4j.report.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The charts of several results. Shared ones are laid over each other. */
final class Charts {
  /** Columns of published curves, by the title of the chart to which they belong. */
  private static final Map<String, String> CURVES =
      Map.of("Throughput by threads", "tps", "Response time by threads, p95", "p95_ms");

  private static final int MOST_OWN = 6;

  private record Own(Shown shown, Chart chart) {
    Stream<Plot> plots() {
      return chart.plots().stream()
          .map(plot -> new Plot(plot.x(), plot.lines().stream().map(this::line).toList()));
    }

    /** The only plot; its lines have no name of a run. */
    Plot only() {
      Plot plot = chart.plots().get(0);
      return new Plot(
          plot.x(),
          plot.lines().stream()
              .map(line -> new Line(line.label(), line.y(), line.invalid(), shown.colour()))
              .toList());
    }

    private Line line(Line line) {
      return new Line(shown.label(line.label()), line.y(), line.invalid(), shown.colour());
    }

    /** Key of heat maps that are laid over each other: the words after their titles. */
    String heat() {
      String side = shown.alone() ? "" : " of " + shown.sides().get(shown.side()).name();
      return side + (shown.invalid() ? " (INVALID)" : "");
    }
  }

  private Charts() {}

  /**
   * The charts, in the order in which the results have them.
   *
   * @param published curves beside the user's own
   */
  static List<Chart> of(List<Shown> all, @Nullable Published published) {
    Map<String, List<Own>> byTitle = new LinkedHashMap<>();
    for (Shown shown : all) {
      for (Chart chart : shown.description().all(Chart.class)) {
        String key = chart.shared() ? chart.title() : shown.label(chart.title());
        byTitle.computeIfAbsent(key, title -> new ArrayList<>()).add(new Own(shown, chart));
      }
    }
    List<Chart> charts = new ArrayList<>();
    byTitle.forEach(
        (title, same) -> {
          Chart first = same.get(0).chart();
          if (!first.shared()) {
            charts.add(first.with(title, first.plots()));
          } else if (first.heat() == null) {
            String column = CURVES.get(title);
            int sides = all.get(0).sides().size();
            // The colours of one side begin with the second.
            int own = sides == 1 ? 2 : Math.min(sides, MOST_OWN);
            List<Plot> curves =
                column == null ? List.of() : PublishedFigures.curves(published, column, own);
            charts.add(
                first.with(title, Stream.concat(lines(same).stream(), curves.stream()).toList()));
          } else {
            charts.addAll(heatMaps(title, same));
          }
        });
    return charts;
  }

  /** The lines of each result; if a side has several, their median and their range. */
  private static List<Plot> lines(List<Own> all) {
    Map<String, List<Own>> sides =
        all.stream()
            .collect(Collectors.groupingBy(Own::heat, LinkedHashMap::new, Collectors.toList()));
    return sides.values().stream()
        .flatMap(
            runs ->
                runs.size() == 1 || runs.stream().anyMatch(one -> one.chart().plots().size() != 1)
                    ? runs.stream().flatMap(Own::plots)
                    : Stream.of(
                        Spread.of(
                            runs.stream().map(Own::only).toList(),
                            side(runs),
                            runs.get(0).chart().axes().axis() == Chart.Scale.PERCENTILE
                                ? runs.size()
                                : runs.size() / 2 + 1,
                            runs.get(0).chart().axes().x().startsWith("time"))))
        .toList();
  }

  /** The medians of the lines: ": safe 0.53, fast 0.51 processors (median)". */
  static String finding(Chart chart) {
    String medians =
        chart.plots().stream()
            .flatMap(plot -> plot.lines().stream())
            .filter(Line::drawn)
            .limit(MOST_OWN)
            .map(
                line ->
                    words(
                        "%s %s",
                        line.label(),
                        amount(
                            Medians.of(line.y().stream().filter(Objects::nonNull).toList()),
                            chart.axes().y())))
            .collect(Collectors.joining(", "));
    return words(
        ": %s%s (median)", medians, chart.axes().y().startsWith("B") ? "" : " " + chart.axes().y());
  }

  private static String amount(double value, String unit) {
    return unit.startsWith("B")
        ? Numbers.bytes(Math.round(value)) + unit.substring(1)
        : words(value >= 100 || value == Math.rint(value) ? "%,.0f" : "%.3g", value);
  }

  private static String side(List<Own> runs) {
    Shown one = runs.get(0).shown();
    int all = one.sides().get(one.side()).results().size();
    return one.sides().get(one.side()).name()
        + (runs.size() == all ? "" : words(", %d of %d", runs.size(), all))
        + (one.invalid() ? " (INVALID)" : "");
  }

  /** A heat map of each side; INVALID runs have their own. All have the same rows. */
  private static List<Chart> heatMaps(String title, List<Own> all) {
    Map<String, List<Heat>> groups =
        all.stream()
            .collect(
                Collectors.groupingBy(
                    Own::heat,
                    LinkedHashMap::new,
                    Collectors.mapping(
                        one -> Objects.requireNonNull(one.chart().heat()), Collectors.toList())));
    List<Heat> heats = groups.values().stream().flatMap(List::stream).toList();
    int from = heats.stream().mapToInt(Heat::lowest).min().orElse(0);
    int end = heats.stream().mapToInt(heat -> heat.lowest() + heat.rows()).max().orElse(0);
    List<Chart> charts = new ArrayList<>();
    groups.forEach(
        (side, runs) ->
            charts.add(
                Chart.of(
                    title
                        + side
                        + (runs.size() == 1
                            ? ""
                            : ", " + counted(runs.size(), "run") + " over each other"),
                    all.get(0).chart().group(),
                    Heat.together(runs).within(from, end))));
    return charts;
  }
}
