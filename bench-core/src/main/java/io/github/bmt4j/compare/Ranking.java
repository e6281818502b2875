package io.github.bmt4j.compare;

import static io.github.bmt4j.report.Lines.line;
import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.compare.Comparison.Row;
import io.github.bmt4j.experiment.Figure;
import io.github.bmt4j.experiment.Figure.Better;
import io.github.bmt4j.report.Table;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The places of sides that were compared with the same first one, by their main figure. */
public final class Ranking {
  private final Figure main;

  /** Value of a side, and the same in words. */
  private record Place(double value, String amount) {}

  private final Map<String, Place> values = new LinkedHashMap<>();
  private final Map<String, Row> rows = new LinkedHashMap<>();
  private final List<String> places;
  private final String first;

  Ranking(List<Comparison> comparisons) {
    main = comparisons.get(0).rows().get(0).a();
    first = comparisons.get(0).sides().get(0).name();
    for (Comparison comparison : comparisons) {
      String side = comparison.sides().get(1).name();
      comparison.rows().stream()
          .filter(row -> row.figure().equals(main.name()))
          .forEach(
              row -> {
                put(first, row.valueA(), row.amounts().get(0), row.difference() != null);
                put(side, row.valueB(), row.amounts().get(1), true);
                rows.put(side, row);
              });
    }
    Comparator<String> order = Comparator.comparingDouble(this::value);
    places =
        values.keySet().stream()
            .sorted(main.better() == Better.HIGHER ? order.reversed() : order)
            .toList();
  }

  /**
   * Keeps what a side has.
   *
   * @param replaces whether a change is taken from it
   */
  private void put(String side, @Nullable Double value, String amount, boolean replaces) {
    if (value != null && (replaces || !values.containsKey(side))) {
      values.put(side, new Place(value, amount));
    }
  }

  /**
   * The sides, the best first: "1. B 5,515/s, better than A (+87.1 %)".
   *
   * @param comparisons of each other side with the same first side
   */
  public static String of(List<Comparison> comparisons) {
    Ranking ranking = new Ranking(comparisons);
    StringBuilder text = new StringBuilder(line("places by %s", ranking.main.name()));
    for (int place = 0; place < ranking.places.size(); place++) {
      Row row = ranking.rows.get(ranking.places.get(place));
      String note =
          row == null
              ? ""
              : row.shown()
                  ? words(", %s than %s (%s)", row.verdict(), ranking.first, row.cells().get(3))
                  : ", no difference to " + ranking.first + " shown";
      text.append(line("  %d.  %s%s", place + 1, ranking.place(place), note));
    }
    return text.toString();
  }

  /**
   * The best two sides of each scenario, and by how much the first is better.
   *
   * @param scenarios comparisons by the name of what was measured
   * @param columns of the terminal
   */
  public static String summary(Map<String, List<Comparison>> scenarios, int columns) {
    Table<Map.Entry<String, Ranking>> table =
        new Table<Map.Entry<String, Ranking>>(columns)
            .column("scenario", -26, 0, Map.Entry::getKey)
            .column("  1st", -14, 0, entry -> "  " + entry.getValue().place(0))
            .column("  2nd", -14, 0, entry -> "  " + entry.getValue().place(1))
            .column("better by", 10, 1, entry -> entry.getValue().lead())
            .column("  shown", -7, 2, entry -> "  " + entry.getValue().shown())
            .column("  by", -6, 1, entry -> "  " + entry.getValue().main.name());
    return "places by scenario\n"
        + table.text(
            scenarios.entrySet().stream()
                .map(entry -> Map.entry(entry.getKey(), new Ranking(entry.getValue())))
                .toList());
  }

  /** The names of the sides, the best first. */
  List<String> places() {
    return places;
  }

  private String place(int index) {
    return index < places.size() ? places.get(index) + "  " + at(places.get(index)).amount() : "-";
  }

  /** By how much the first is better than the second, as a share of the second. */
  private String lead() {
    if (places.size() < 2 || value(places.get(1)) == 0) {
      return "-";
    }
    double second = value(places.get(1));
    return words("%.1f %%", 100 * Math.abs(value(places.get(0)) - second) / second);
  }

  /** Whether a test showed it; sides are tested against the first one only. */
  String shown() {
    List<Row> tested =
        places.stream().limit(2).map(rows::get).filter(Objects::nonNull).distinct().toList();
    return tested.size() != 1 ? "-" : tested.get(0).shown() ? "yes" : "no";
  }

  private double value(String side) {
    return at(side).value();
  }

  private Place at(String side) {
    return Objects.requireNonNull(values.get(side));
  }
}
