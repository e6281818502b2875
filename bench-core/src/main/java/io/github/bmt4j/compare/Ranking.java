package io.github.bmt4j.compare;

import static io.github.bmt4j.report.Lines.line;
import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.compare.Comparison.Row;
import io.github.bmt4j.experiment.Figure;
import io.github.bmt4j.experiment.Figure.Better;
import io.github.bmt4j.report.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The places of sides that were compared with the same first one, by their main figure. */
public final class Ranking {
  private record Place(String side, double value, String amount, @Nullable Row row) {}

  private final Figure main;
  private final String first;
  private final List<Place> places = new ArrayList<>();

  Ranking(List<Comparison> comparisons) {
    main = comparisons.get(0).rows().get(0).a();
    first = comparisons.get(0).sides().get(0).name();
    Place own = null;
    for (Comparison comparison : comparisons) {
      for (Row row : comparison.rows()) {
        if (!row.figure().equals(main.name())) {
          continue;
        }
        // The value from which a change is taken is preferred.
        if (row.valueA() != null && (own == null || row.difference() != null)) {
          own = new Place(first, row.valueA(), row.amounts().get(0), null);
        }
        if (row.valueB() != null) {
          String side = comparison.sides().get(1).name();
          places.add(new Place(side, row.valueB(), row.amounts().get(1), row));
        }
      }
    }
    if (own != null) {
      places.add(0, own);
    }
    Comparator<Place> order = Comparator.comparingDouble(Place::value);
    places.sort(main.better() == Better.HIGHER ? order.reversed() : order);
  }

  /** The sides, the best first: "1. B 5,515/s, better than A (+87.1 %)". */
  public static String of(List<Comparison> comparisons) {
    Ranking ranking = new Ranking(comparisons);
    StringBuilder text = new StringBuilder(line("places by %s", ranking.main.name()));
    for (int place = 0; place < ranking.places.size(); place++) {
      Row row = ranking.places.get(place).row();
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

  List<String> places() {
    return places.stream().map(Place::side).toList();
  }

  private String place(int index) {
    return index < places.size()
        ? places.get(index).side() + "  " + places.get(index).amount()
        : "-";
  }

  private String lead() {
    if (places.size() < 2 || places.get(1).value() == 0) {
      return "-";
    }
    double second = places.get(1).value();
    return words("%.1f %%", 100 * Math.abs(places.get(0).value() - second) / second);
  }

  /** Result of the test, in words; sides are tested against the first one only. */
  String shown() {
    List<Row> tested =
        places.stream().limit(2).flatMap(one -> Stream.ofNullable(one.row())).toList();
    return tested.size() != 1 ? "-" : tested.get(0).shown() ? "yes" : "no";
  }
}
