package io.github.bmt4j.html;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.compare.Comparison;
import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.compare.Comparison.Value;
import io.github.bmt4j.compare.Published;
import io.github.bmt4j.experiment.RunStore.Stored;
import io.github.bmt4j.report.Chart.Line;
import io.github.bmt4j.report.Chart.Plot;
import io.github.bmt4j.report.Grid;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Published figures next to the user's own. */
final class PublishedFigures {
  /** Colours of a page's lines. */
  private static final int COLOURS = 8;

  private PublishedFigures() {}

  /**
   * Curves over threads, one for each system; none where no such figures are published.
   *
   * @param own colours of the user's own lines: none of them is used
   */
  static List<Plot> curves(@Nullable Published published, String column, int own) {
    if (published == null || !published.head().containsAll(List.of("threads", column))) {
      return List.of();
    }
    int x = published.head().indexOf("threads");
    int y = published.head().indexOf(column);
    Map<String, List<List<String>>> systems =
        published.rows().stream()
            .collect(
                Collectors.groupingBy(row -> row.get(0), LinkedHashMap::new, Collectors.toList()));
    List<Plot> plots = new ArrayList<>();
    systems.forEach(
        (system, rows) ->
            plots.add(
                new Plot(
                    rows.stream().map(row -> Double.valueOf(row.get(x))).toList(),
                    List.of(
                        new Line(
                            "published: " + system,
                            rows.stream()
                                .<@Nullable Double>map(row -> Double.valueOf(row.get(y)))
                                .toList(),
                            false,
                            own + plots.size() % (COLOURS - own))))));
    return plots;
  }

  /** All published figures, below the user's own equivalent ones. */
  static Grid table(Published published, List<Side> sides) {
    int column = published.head().indexOf("value");
    if (column < 0) {
      return Grid.ofWords("Published figures", published.head(), published.rows());
    }
    List<List<String>> rows = new ArrayList<>();
    for (Side side : sides) {
      Value own = own(published, side);
      if (own != null && own.value() != null) {
        int unit = published.head().indexOf("unit");
        boolean millis =
            own.figure().unit().equals("ms") && published.rows().get(0).get(unit).equals("s");
        int samples = own.figure().samples().size();
        List<String> row = new ArrayList<>(published.rows().get(0).subList(0, column));
        row.set(1, "your own, " + side.name());
        row.add(words("%.2f", millis ? own.value() / 1e3 : own.value()));
        row.add(samples == 1 ? "" : "mean of " + samples);
        rows.add(row);
      }
    }
    Grid.Bars bars = new Grid.Bars(column, rows.size());
    rows.addAll(published.rows());
    return new Grid(
        "Published figures", Grid.ofWords("", published.head(), rows).columns(), rows, bars, null);
  }

  /** The equivalent figure of a side's VALID results; absent if there is none. */
  private static @Nullable Value own(Published published, Side side) {
    String name = published.own();
    List<Stored> valid =
        side.results().stream()
            .filter(stored -> stored.result().verdict().texts().isEmpty())
            .toList();
    return valid.isEmpty()
        ? null
        : Comparison.values(new Side(side.name(), valid)).values().stream()
            .filter(
                own ->
                    own.figure().name().equals(name) || own.figure().name().endsWith(": " + name))
            .findFirst()
            .orElse(null);
  }
}
