package io.github.bmt4j.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The columns of a {@link Grid}, and how a row fills them.
 *
 * @param <T> what a row shows
 */
public final class Columns<T> {
  private final int room;
  private final List<Grid.Column> columns = new ArrayList<>();
  private final List<Function<? super T, String>> cells = new ArrayList<>();

  /** A table that is not shown as text here. */
  public Columns() {
    this(Integer.MAX_VALUE);
  }

  /**
   * @param room characters of a line
   */
  public Columns(int room) {
    this.room = room;
  }

  /**
   * Adds a column.
   *
   * @param title above the column, of one line or more
   * @param width in characters, if there is room; text to the left when negative
   * @param rank columns with the highest rank are left out first, all of them; a column of rank 0
   *     is never left out
   */
  public Columns<T> column(String title, int width, int rank, Function<? super T, String> cell) {
    return column(new Grid.Column(title, width, rank), cell);
  }

  /** Adds a column that some tables lack. */
  public Columns<T> columnIf(
      boolean wanted, String title, int width, int rank, Function<? super T, String> cell) {
    return wanted ? column(title, width, rank, cell) : this;
  }

  public Columns<T> column(Grid.Column column, Function<? super T, String> cell) {
    columns.add(column);
    cells.add(cell);
    return this;
  }

  public Grid grid(String title, List<T> rows) {
    return new Grid(title, columns, rows.stream().map(this::cells).toList());
  }

  /** The titles, for rows that follow later, below the names of omitted columns. */
  public String head() {
    return grid("", List.of()).headOnly(room);
  }

  /** A row under {@link #head}. */
  public String row(T row) {
    return grid("", List.of()).row(room, cells(row));
  }

  /** The whole table as text, with a newline after each line. */
  public String text(List<T> rows) {
    return grid("", rows).text(room);
  }

  /** The whole table in Markdown, with a newline after each line. */
  public String markdown(List<T> rows) {
    return grid("", rows).markdown();
  }

  private List<String> cells(T row) {
    return cells.stream().map(cell -> cell.apply(row)).toList();
  }
}
