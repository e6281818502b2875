package io.github.bmt4j.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A table of text. Where a line has no room for it, its columns get narrower, and then the least
 * important columns are left out, and a line names them.
 *
 * @param <T> what a row shows
 */
public final class Table<T> {
  /** A longer name has a line of its own where columns are narrow. */
  private static final int LONGEST_NAME = 30;

  private final int room;
  private final List<Column<T>> all = new ArrayList<>();

  private record Column<T>(String title, int width, int rank, Function<? super T, String> cell) {
    boolean left() {
      return width < 0;
    }

    List<String> lines() {
      return title.lines().toList();
    }

    /** A line of the title, counted from the cells upwards. */
    String line(int number) {
      return number > lines().size() ? "" : lines().get(lines().size() - number);
    }

    int titleWidth() {
      return title.lines().mapToInt(String::length).max().orElse(0);
    }
  }

  /** The columns that are shown, and the widths of all. */
  private record Layout(List<Integer> shown, List<Integer> widths, int fullWidth) {}

  /**
   * @param room characters of a line
   */
  public Table(int room) {
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
  public Table<T> column(String title, int width, int rank, Function<? super T, String> cell) {
    all.add(new Column<>(title, width, rank, cell));
    return this;
  }

  /** The titles over rows that are not known yet, below the names of the columns left out. */
  public String head() {
    Layout layout = layout(List.of());
    return leftOut(layout) + head(layout);
  }

  /** A row under {@link #head}. */
  public String row(T row) {
    return join(layout(List.of()), cells(row));
  }

  /** The whole table, with a newline after each line. */
  public String text(List<T> rows) {
    return text(rows, row -> "");
  }

  /**
   * The whole table.
   *
   * @param below lines to follow a row
   */
  public String text(List<T> rows, Function<? super T, String> below) {
    List<List<String>> cells = rows.stream().map(this::cells).toList();
    Layout layout = layout(cells);
    StringBuilder text = new StringBuilder(head(layout)).append('\n');
    for (int i = 0; i < cells.size(); i++) {
      List<String> row = new ArrayList<>(cells.get(i));
      if (row.get(0).length() > layout.widths().get(0)) {
        text.append(row.set(0, "")).append('\n');
      }
      text.append(join(layout, row)).append('\n').append(below.apply(rows.get(i)));
    }
    return text + leftOut(layout);
  }

  /** The whole table in Markdown, with a newline after each line. */
  public String markdown(List<T> rows) {
    Stream<List<String>> head =
        Stream.of(
            all.stream().map(column -> column.title().replace("\n", " ")).toList(),
            all.stream().map(column -> column.left() ? "---" : "---:").toList());
    return Stream.concat(head, rows.stream().map(this::cells))
        .map(
            cells ->
                cells.stream()
                    .map(cell -> cell.replace("|", "\\|"))
                    .collect(Collectors.joining(" | ", "| ", " |\n")))
        .collect(Collectors.joining());
  }

  private List<String> cells(T row) {
    return all.stream().map(column -> column.cell().apply(row)).toList();
  }

  private Layout layout(List<List<String>> cells) {
    List<Integer> shown = new ArrayList<>(IntStream.range(0, all.size()).boxed().toList());
    List<Integer> wide = widths(cells, true);
    if (width(shown, wide) <= room) {
      return new Layout(shown, wide, 0);
    }
    List<Integer> widths = cells.isEmpty() ? wide : widths(cells, false);
    int name = Math.max(all.get(0).titleWidth(), LONGEST_NAME);
    widths.set(0, Math.min(name, widths.get(0)));
    int full = width(shown, widths);
    all.stream()
        .map(Column::rank)
        .distinct()
        .filter(rank -> rank > 0)
        .sorted(Comparator.reverseOrder())
        .forEach(
            rank -> {
              if (width(shown, widths) > room) {
                shown.removeIf(column -> all.get(column).rank() == rank);
              }
            });
    int spare = Math.max(0, room - width(shown, widths)) / shown.size();
    shown.stream()
        .skip(1)
        .forEach(at -> widths.set(at, Math.min(widths.get(at) + spare, wide.get(at))));
    return new Layout(shown, widths, full);
  }

  /**
   * The widths of all columns.
   *
   * @param wide whether no column is narrower than it may be
   */
  private List<Integer> widths(List<List<String>> cells, boolean wide) {
    List<Integer> widths = new ArrayList<>();
    for (Column<T> column : all) {
      int at = widths.size();
      int least = Math.max(column.titleWidth(), wide ? Math.abs(column.width()) : 0);
      widths.add(cells.stream().mapToInt(row -> row.get(at).length()).reduce(least, Math::max));
    }
    return widths;
  }

  private int width(List<Integer> shown, List<Integer> widths) {
    int width = 0;
    for (int i = 0; i < shown.size(); i++) {
      width += gap(shown, i).length() + widths.get(shown.get(i));
    }
    return width;
  }

  /** The space before a column: text to the left stands off from a number before it. */
  private String gap(List<Integer> shown, int at) {
    return at == 0
        ? ""
        : all.get(shown.get(at)).left() && !all.get(shown.get(at - 1)).left() ? "  " : " ";
  }

  private String head(Layout layout) {
    int lines = all.stream().mapToInt(column -> column.lines().size()).max().orElse(0);
    return IntStream.range(0, lines)
        .map(line -> lines - line)
        .mapToObj(line -> join(layout, all.stream().map(column -> column.line(line)).toList()))
        .collect(Collectors.joining("\n"));
  }

  private String join(Layout layout, List<String> cells) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < layout.shown().size(); i++) {
      int column = layout.shown().get(i);
      String space =
          " ".repeat(Math.max(0, layout.widths().get(column) - cells.get(column).length()));
      line.append(gap(layout.shown(), i));
      line.append(all.get(column).left() ? cells.get(column) + space : space + cells.get(column));
    }
    return line.toString().stripTrailing();
  }

  private String leftOut(Layout layout) {
    String names =
        IntStream.range(0, all.size())
            .filter(column -> !layout.shown().contains(column))
            .mapToObj(column -> all.get(column).title().replace("\n", " ").strip())
            .distinct()
            .collect(Collectors.joining(", "));
    return names.isEmpty()
        ? ""
        : Lines.line("  left out  %s: the whole table is %d wide", names, layout.fullWidth());
  }
}
