package io.github.bmt4j.workload.script;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.UserFile;
import io.github.bmt4j.workload.Sha256;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a CSV file, in memory and shared by all workers. A column whose values are all whole
 * numbers, written as SQL writes them, holds longs; any other holds texts.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc4180">RFC 4180</a>
 */
final class CsvFile {
  private static final Pattern NUMBER = Pattern.compile("\\s*[-+]?[\\d.]+([eE][-+]?\\d+)?\\s*");

  /** Other separators than the comma, as messages name them. */
  private static final Map<String, String> SEPARATORS =
      Map.of(";", "semicolons", "\t", "tabs", "|", "|");

  private final Path path;
  private final String sha256;
  private final int rows;
  private final boolean doubtful;
  private final List<Column> columns = new ArrayList<>();

  /** A column. One of the two arrays is there. */
  private static final class Column {
    private final long @Nullable [] numbers;
    private final String @Nullable [] texts;

    Column(long @Nullable [] numbers, String @Nullable [] texts) {
      this.numbers = numbers;
      this.texts = texts;
    }
  }

  private CsvFile(
      Path path, String text, List<List<String>> rows, int[] positions, boolean doubtful) {
    this.path = path;
    this.sha256 = Sha256.of(text);
    this.rows = rows.size();
    this.doubtful = doubtful;
    for (int position : positions) {
      String[] texts = rows.stream().map(row -> row.get(position)).toArray(String[]::new);
      columns.add(column(texts));
    }
  }

  /**
   * Reads the columns of these names: by its first row if all names stand there, otherwise by their
   * order.
   *
   * @throws BadInputException with file and line, when it is not such a file, or its first row is a
   *     header with other names
   */
  static CsvFile read(Path path, List<String> names) {
    String text = UserFile.text(path, "");
    List<List<String>> rows =
        new Reader(path, text.startsWith("\ufeff") ? text.substring(1) : text).rows();
    List<String> header =
        rows.get(0).stream().map(cell -> cell.strip().toLowerCase(Locale.ROOT)).toList();
    int[] positions =
        names.stream().mapToInt(name -> header.indexOf(name.toLowerCase(Locale.ROOT))).toArray();
    List<String> missing =
        names.stream().filter(name -> !header.contains(name.toLowerCase(Locale.ROOT))).toList();
    boolean headed = missing.isEmpty();
    checkSeparator(path, rows.get(0), names);
    if (!headed && header.size() != names.size()) {
      throw new BadInputException(
          path
              + " has "
              + header.size()
              + (header.size() == 1 ? " column, but " : " columns, but ")
              + names.size()
              + (names.size() == 1 ? " name is" : " names are")
              + " given: give "
              + header.size()
              + ", or names from its first row");
    }
    if (headed && rows.size() == 1) {
      throw new BadInputException(path + " has no row below its header");
    }
    if (headed) {
      return new CsvFile(path, text, rows.subList(1, rows.size()), positions, false);
    }
    if (missing.size() < names.size() || isHeader(rows)) {
      throw new BadInputException(
          path
              + ": the header ("
              + String.join(", ", rows.get(0))
              + ") lacks "
              + String.join(", ", missing)
              + ": use its names, or add "
              + String.join(", ", missing)
              + " to it");
    }
    boolean doubtful = rows.size() > 1 && rows.get(0).stream().noneMatch(CsvFile::isNumber);
    return new CsvFile(path, text, rows, IntStream.range(0, names.size()).toArray(), doubtful);
  }

  /** Refuses a first row that has several values by another separator, where that is certain. */
  private static void checkSeparator(Path path, List<String> first, List<String> names) {
    if (first.size() > 1) {
      return;
    }
    for (String separator : SEPARATORS.keySet()) {
      List<String> cells =
          Stream.of(first.get(0).split(Pattern.quote(separator), -1)).map(String::strip).toList();
      boolean meant =
          cells.size() == names.size() || names.stream().anyMatch(name -> found(cells, name));
      if (cells.size() > 1 && meant) {
        throw new BadInputException(
            path
                + ": its values are separated by "
                + SEPARATORS.get(separator)
                + ": separate them by commas");
      }
    }
  }

  private static boolean found(List<String> cells, String name) {
    return cells.stream().anyMatch(name::equalsIgnoreCase);
  }

  /** Whether a column has a number in each row but the first. */
  private static boolean isHeader(List<List<String>> rows) {
    return rows.size() > 1
        && IntStream.range(0, rows.get(0).size())
            .anyMatch(
                column ->
                    !isNumber(rows.get(0).get(column))
                        && rows.stream().skip(1).allMatch(row -> isNumber(row.get(column))));
  }

  private static boolean isNumber(String cell) {
    return NUMBER.matcher(cell).matches();
  }

  /** Whether its first row, which is taken for data, might be a header with other names. */
  boolean doubtful() {
    return doubtful;
  }

  int rows() {
    return rows;
  }

  Path path() {
    return path;
  }

  /** Of the text that was read. */
  String sha256() {
    return sha256;
  }

  /** Sets a variable to a value of the file. */
  void load(int row, int column, Frame frame, int slot) {
    Column of = columns.get(column);
    if (of.numbers != null) {
      frame.setLong(slot, of.numbers[row]);
    } else if (of.texts != null) {
      frame.setText(slot, of.texts[row]);
    }
  }

  private static Column column(String[] texts) {
    long[] numbers = new long[texts.length];
    for (int i = 0; i < texts.length; i++) {
      try {
        numbers[i] = Long.parseLong(texts[i]);
      } catch (NumberFormatException e) {
        return new Column(null, texts);
      }
      if (!texts[i].equals(Long.toString(numbers[i]))) {
        return new Column(null, texts);
      }
    }
    return new Column(numbers, null);
  }

  /** Takes a text apart. */
  private static final class Reader {
    private final Path path;
    private final String text;
    private final List<List<String>> rows = new ArrayList<>();
    private int at;
    private int line = 1;

    Reader(Path path, String text) {
      this.path = path;
      this.text = text;
    }

    /** All rows that are not empty lines, all of one width. */
    List<List<String>> rows() {
      while (at < text.length()) {
        int begun = line;
        List<String> row = new ArrayList<>();
        boolean quoted = peek() == '"';
        do {
          row.add(peek() == '"' ? quotedCell() : cell());
        } while (takes(','));
        endLine();
        if (row.size() == 1 && row.get(0).isEmpty() && !quoted) {
          continue;
        }
        if (!rows.isEmpty() && rows.get(0).size() != row.size()) {
          throw bad(
              begun, "has " + row.size() + " columns, the first row has " + rows.get(0).size());
        }
        rows.add(row);
      }
      if (rows.isEmpty()) {
        throw new BadInputException(path + " has no row");
      }
      return rows;
    }

    private char peek() {
      return at < text.length() ? text.charAt(at) : '\n';
    }

    private boolean takes(char c) {
      if (at < text.length() && text.charAt(at) == c) {
        at++;
        return true;
      }
      return false;
    }

    private String cell() {
      int start = at;
      while (peek() != ',' && peek() != '\n' && !text.startsWith("\r\n", at)) {
        if (peek() == '"') {
          throw bad(line, "has a quote inside of a value: put the value in quotes, and double it");
        }
        at++;
      }
      return text.substring(start, at);
    }

    private String quotedCell() {
      int begun = line;
      StringBuilder value = new StringBuilder();
      at++;
      while (true) {
        if (at >= text.length()) {
          throw bad(begun, "has a quote that is not closed");
        }
        char c = text.charAt(at++);
        if (c == '\n') {
          line++;
        }
        if (c == '"' && !takes('"')) {
          return value.toString();
        }
        value.append(c);
      }
    }

    private void endLine() {
      takes('\r');
      if (at < text.length() && !takes('\n')) {
        throw bad(line, "has text after a closing quote");
      }
      line++;
    }

    private BadInputException bad(int where, String what) {
      return new BadInputException(path + ": line " + where + " " + what);
    }
  }
}
