package io.github.bmt4j.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A table of text. If a line is too short for it, its columns get narrower; then the least
 * important columns are left out, and a line names them.
 *
 * @param title title, where it has its own; a terminal does not show it
 * @param rows the cells of each
 * @param bars absent in a table without bars
 * @param shades of a heat map: for each cell, from 0 for none to 4; text shows as many marks behind
 *     the cell, and columns without room follow below; absent otherwise
 */
public record Grid(
    String title,
    List<Column> columns,
    List<List<String>> rows,
    @Nullable Bars bars,
    @Nullable List<List<Integer>> shades)
    implements Block {
  /** A cell of a heat map with its marks; the darkest has four. */
  private static final String MARKED = "%s %-4s";

  /** A longer name has a line of its own where columns are narrow. */
  private static final int LONGEST_NAME = 30;

  private static final Pattern NUMBER = Pattern.compile("-?[\\d,]+(\\.\\d+)?( ?(/s|ms|us|s|%))?|-");

  public Grid {
    columns = List.copyOf(columns);
    rows = rows.stream().map(List::copyOf).toList();
  }

  public Grid(String title, List<Column> columns, List<List<String>> rows) {
    this(title, columns, rows, null, null);
  }

  public Grid shaded(List<List<Integer>> with) {
    return new Grid(title, columns, rows, bars, with);
  }

  /** A table of words, each column as wide as its words; numbers stand to the right. */
  public static Grid ofWords(String title, List<String> head, List<List<String>> rows) {
    List<Column> columns = new ArrayList<>();
    for (String one : head) {
      int at = columns.size();
      boolean numbers =
          at > 0
              && rows.stream().anyMatch(row -> at < row.size())
              && rows.stream()
                  .allMatch(row -> at >= row.size() || NUMBER.matcher(row.get(at)).matches());
      columns.add(new Column(one, numbers ? 1 : -1, 0));
    }
    return new Grid(title, columns, rows);
  }

  /**
   * A column.
   *
   * @param title above the column, of one line or more
   * @param width in characters, if there is room; text to the left when negative
   * @param rank columns with the highest rank are left out first, all of them; a column of rank 0
   *     is never left out
   */
  public record Column(String title, int width, int rank) {
    @JsonProperty
    public boolean left() {
      return width < 0;
    }

    private List<String> lines() {
      return title.lines().toList();
    }

    private String line(int number) {
      return number > lines().size() ? "" : lines().get(lines().size() - number);
    }

    private int titleWidth() {
      return title.lines().mapToInt(String::length).max().orElse(0);
    }

    private String inOneLine() {
      return title.replace("\n", " ").strip();
    }
  }

  /**
   * Bars as long as the numbers of a column.
   *
   * @param column from 0
   * @param own number of the first rows that are the user's own: their bars have another colour
   */
  public record Bars(int column, int own) {}

  private record Layout(List<Integer> shown, List<Integer> widths, int fullWidth) {}

  @JsonProperty
  public List<String> head() {
    return columns.stream().map(Column::inOneLine).toList();
  }

  /**
   * The whole table, with a newline after each line.
   *
   * @param room characters of a line
   */
  public String text(int room) {
    if (shades != null) {
      return heat(marked(shades), room);
    }
    Layout layout = layout(room);
    StringBuilder text = new StringBuilder();
    if (!head().stream().allMatch(String::isEmpty)) {
      text.append(head(layout)).append('\n');
    }
    for (List<String> cells : rows) {
      List<String> row = new ArrayList<>(cells);
      if (row.get(0).length() > layout.widths().get(0)) {
        text.append(row.set(0, "")).append('\n');
      }
      text.append(join(layout, row)).append('\n');
    }
    return text + leftOut(layout);
  }

  private static String heat(Grid marked, int room) {
    List<String> parts = new ArrayList<>();
    for (int from = 1, to; from < marked.columns.size(); from = to) {
      to = marked.columns.size();
      while (to - from > 1 && marked.part(from, to).layout(room).fullWidth() > 0) {
        to--;
      }
      parts.add(marked.part(from, to).text(room));
    }
    return String.join("\n", parts);
  }

  /** A heat map in words: marks in place of the shades. */
  private Grid marked(List<List<Integer>> steps) {
    return new Grid(
        title,
        columns,
        IntStream.range(0, rows.size())
            .mapToObj(
                row ->
                    IntStream.range(0, columns.size())
                        .mapToObj(
                            at ->
                                at == 0
                                    ? rows.get(row).get(0)
                                    : Lines.words(
                                        MARKED,
                                        rows.get(row).get(at),
                                        "#".repeat(steps.get(row).get(at))))
                        .toList())
            .toList());
  }

  private Grid part(int from, int to) {
    return new Grid(
        title, part(columns, from, to), rows.stream().map(row -> part(row, from, to)).toList());
  }

  private static <T> List<T> part(List<T> all, int from, int to) {
    return Stream.concat(all.stream().limit(1), all.subList(from, to).stream()).toList();
  }

  /** The titles, for rows that follow later, below the names of omitted columns. */
  String headOnly(int room) {
    Layout layout = layout(room);
    return leftOut(layout) + head(layout);
  }

  String row(int room, List<String> cells) {
    return join(layout(room), cells);
  }

  /** The whole table in Markdown, with a newline after each line. */
  public String markdown() {
    if (shades != null) {
      return marked(shades).markdown();
    }
    Stream<List<String>> head =
        Stream.of(head(), columns.stream().map(one -> one.left() ? "---" : "---:").toList());
    return Stream.concat(head, rows.stream())
        .map(
            cells ->
                cells.stream()
                    .map(cell -> cell.replace("|", "\\|"))
                    .collect(Collectors.joining(" | ", "| ", " |\n")))
        .collect(Collectors.joining());
  }

  private Layout layout(int room) {
    List<Integer> shown = new ArrayList<>(IntStream.range(0, columns.size()).boxed().toList());
    List<Integer> wide = widths(true);
    if (width(shown, wide) <= room) {
      return new Layout(shown, wide, 0);
    }
    List<Integer> widths = rows.isEmpty() ? wide : widths(false);
    int name = Math.max(columns.get(0).titleWidth(), LONGEST_NAME);
    widths.set(0, Math.min(name, widths.get(0)));
    int full = width(shown, widths);
    columns.stream()
        .map(Column::rank)
        .distinct()
        .filter(rank -> rank > 0)
        .sorted(Comparator.reverseOrder())
        .forEach(
            rank -> {
              if (width(shown, widths) > room) {
                shown.removeIf(column -> columns.get(column).rank() == rank);
              }
            });
    int spare = Math.max(0, room - width(shown, widths)) / shown.size();
    shown.stream()
        .skip(1)
        .forEach(at -> widths.set(at, Math.min(widths.get(at) + spare, wide.get(at))));
    return new Layout(shown, widths, full);
  }

  /** Widths of columns; with {@code wide}, none is narrower than it may be. */
  private List<Integer> widths(boolean wide) {
    List<Integer> widths = new ArrayList<>();
    for (Column column : columns) {
      int at = widths.size();
      int least = Math.max(column.titleWidth(), wide ? Math.abs(column.width()) : 0);
      int most = rows.stream().mapToInt(row -> row.get(at).length()).reduce(least, Math::max);
      // Text in the last column may wrap: it needs no width of its own.
      boolean words = column.left() && at == columns.size() - 1;
      widths.add(words ? Math.min(most, Math.max(least, LONGEST_NAME)) : most);
    }
    return widths;
  }

  private int width(List<Integer> shown, List<Integer> widths) {
    return IntStream.range(0, shown.size())
        .map(i -> gap(shown, i).length() + widths.get(shown.get(i)))
        .sum();
  }

  /** The space before a column; wider between a number and left-aligned text. */
  private String gap(List<Integer> shown, int at) {
    return at == 0
        ? ""
        : columns.get(shown.get(at)).left() && !columns.get(shown.get(at - 1)).left() ? "  " : " ";
  }

  private String head(Layout layout) {
    int lines = columns.stream().mapToInt(column -> column.lines().size()).max().orElse(0);
    return IntStream.range(0, lines)
        .map(line -> lines - line)
        .mapToObj(line -> join(layout, columns.stream().map(column -> column.line(line)).toList()))
        .collect(Collectors.joining("\n"));
  }

  private String join(Layout layout, List<String> cells) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < layout.shown().size(); i++) {
      int column = layout.shown().get(i);
      String space =
          " ".repeat(Math.max(0, layout.widths().get(column) - cells.get(column).length()));
      line.append(gap(layout.shown(), i));
      line.append(
          columns.get(column).left() ? cells.get(column) + space : space + cells.get(column));
    }
    return line.toString().stripTrailing();
  }

  private String leftOut(Layout layout) {
    String names =
        IntStream.range(0, columns.size())
            .filter(column -> !layout.shown().contains(column))
            .mapToObj(column -> head().get(column))
            .distinct()
            .collect(Collectors.joining(", "));
    return names.isEmpty()
        ? ""
        : Lines.line(
            "  left out  %s: the whole table is %d characters wide", names, layout.fullWidth());
  }
}
