package io.github.bmt4j.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** A table of text that leaves out its least important columns where it has no room for all. */
public final class Table {
  private final List<Column> all;
  private final List<Boolean> shown = new ArrayList<>();

  /**
   * A column.
   *
   * @param title above the column
   * @param width in characters, without the space before it; text to the left when negative
   * @param rank columns with the highest rank are left out first; a column of rank 0 is never left
   *     out
   */
  public record Column(String title, int width, int rank) {
    private String cell(String text) {
      return String.format(Locale.ROOT, "%" + width + "s", text);
    }
  }

  /**
   * Chooses the columns that fit.
   *
   * @param width of a line, in characters
   */
  public Table(int width, List<Column> columns) {
    all = List.copyOf(columns);
    all.forEach(column -> shown.add(true));
    List<Integer> leastFirst =
        IntStream.range(0, all.size())
            .boxed()
            .filter(i -> all.get(i).rank() > 0)
            .sorted(Comparator.comparing((Integer i) -> -all.get(i).rank()))
            .toList();
    for (int column : leastFirst) {
      if (width() > width) {
        shown.set(column, false);
      }
    }
  }

  /** The titles. */
  public String head() {
    return row(all.stream().map(Column::title).toList());
  }

  /**
   * A line.
   *
   * @param cells one for every column, shown or not
   */
  public String row(List<String> cells) {
    List<String> line = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      if (shown.get(i)) {
        line.add(all.get(i).cell(cells.get(i)));
      }
    }
    return String.join(" ", line);
  }

  private int width() {
    int width = -1;
    for (int i = 0; i < all.size(); i++) {
      width += shown.get(i) ? Math.abs(all.get(i).width()) + 1 : 0;
    }
    return width;
  }
}
