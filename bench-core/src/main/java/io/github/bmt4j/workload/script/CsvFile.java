package io.github.bmt4j.workload.script;

import static io.github.bmt4j.report.Lines.words;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.csv.CsvFactory;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.UserFile;
import io.github.bmt4j.os.Sha256;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

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

  /** Values by column, as an array of longs or of texts. */
  private final List<Object> columns;

  private CsvFile(
      Path path, String text, List<List<String>> rows, int[] positions, boolean doubtful) {
    this.path = path;
    this.sha256 = Sha256.of(text);
    this.rows = rows.size();
    this.doubtful = doubtful;
    this.columns =
        IntStream.of(positions)
            .mapToObj(at -> column(rows.stream().map(row -> row.get(at)).toArray(String[]::new)))
            .toList();
  }

  /**
   * Reads the columns of these names: by its first row if that contains all names, otherwise by
   * their order.
   *
   * @throws BadInputException with file and line, when it is not such a file, or its first row is a
   *     header with other names
   */
  static CsvFile read(Path path, List<String> names) {
    String text = UserFile.text(path, "");
    List<List<String>> rows = rows(path, text.startsWith("\ufeff") ? text.substring(1) : text);
    List<String> header =
        rows.get(0).stream().map(cell -> cell.strip().toLowerCase(Locale.ROOT)).toList();
    int[] positions =
        names.stream().mapToInt(name -> header.indexOf(name.toLowerCase(Locale.ROOT))).toArray();
    List<String> missing =
        names.stream().filter(name -> !header.contains(name.toLowerCase(Locale.ROOT))).toList();
    boolean headed = missing.isEmpty();
    checkSeparator(path, rows.get(0), names);
    BadInputException.check(
        headed || header.size() == names.size(),
        words(
            "%s has %s column%s, but %s name%s given: give %2$s, or names from its first row",
            path,
            header.size(),
            header.size() == 1 ? "" : "s",
            names.size(),
            names.size() == 1 ? " is" : "s are"));
    BadInputException.check(!headed || rows.size() != 1, path + " has no row below its header");
    if (headed) {
      return new CsvFile(path, text, rows.subList(1, rows.size()), positions, false);
    }
    BadInputException.check(
        missing.size() == names.size() && !isHeader(rows),
        words(
            "%s: the header (%s) lacks %s: use its names, or add %3$s to it",
            path, String.join(", ", rows.get(0)), String.join(", ", missing)));
    boolean doubtful = rows.size() > 1 && rows.get(0).stream().noneMatch(CsvFile::isNumber);
    return new CsvFile(path, text, rows, IntStream.range(0, names.size()).toArray(), doubtful);
  }

  private static void checkSeparator(Path path, List<String> first, List<String> names) {
    if (first.size() > 1) {
      return;
    }
    for (String separator : SEPARATORS.keySet()) {
      List<String> cells =
          Stream.of(first.get(0).split(Pattern.quote(separator), -1)).map(String::strip).toList();
      boolean meant =
          cells.size() == names.size()
              || names.stream().anyMatch(name -> cells.stream().anyMatch(name::equalsIgnoreCase));
      String wrong = "%s: its values are separated by %s: separate them by commas";
      BadInputException.check(
          cells.size() <= 1 || !meant, words(wrong, path, SEPARATORS.get(separator)));
    }
  }

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

  /** True if its first row, which is treated as data, might be a header with other names. */
  boolean doubtful() {
    return doubtful;
  }

  int rows() {
    return rows;
  }

  Path path() {
    return path;
  }

  String sha256() {
    return sha256;
  }

  void load(int row, int column, Frame frame, int slot) {
    if (columns.get(column) instanceof long[] numbers) {
      frame.setLong(slot, numbers[row]);
    } else {
      frame.setText(slot, ((String[]) columns.get(column))[row]);
    }
  }

  private static Object column(String[] texts) {
    long[] numbers = new long[texts.length];
    for (int i = 0; i < texts.length; i++) {
      try {
        numbers[i] = Long.parseLong(texts[i]);
      } catch (NumberFormatException e) {
        return texts;
      }
      if (!texts[i].equals(Long.toString(numbers[i]))) {
        return texts;
      }
    }
    return numbers;
  }

  private static List<List<String>> rows(Path path, String text) {
    List<List<String>> rows = new ArrayList<>();
    int line = 1;
    try (CsvParser parser = new CsvFactory().createParser(text)) {
      while (parser.nextToken() != null) {
        line = parser.currentLocation().getLineNr();
        List<String> row = new ArrayList<>();
        boolean quoted = false;
        while (parser.nextToken() == JsonToken.VALUE_STRING) {
          String cell = parser.getText();
          quoted = text.startsWith("\"", (int) parser.currentTokenLocation().getCharOffset());
          if (!quoted && cell.contains("\"")) {
            throw bad(
                path,
                line,
                "has a quote inside of a value: put the value in quotes, and double it");
          }
          row.add(cell);
        }
        if (row.size() == 1 && row.get(0).isEmpty() && !quoted) {
          continue;
        }
        if (!rows.isEmpty() && rows.get(0).size() != row.size()) {
          String wrong = "has %s columns, the first row has %s";
          throw bad(path, line, words(wrong, row.size(), rows.get(0).size()));
        }
        rows.add(row);
      }
    } catch (JsonProcessingException e) {
      boolean open = e.getOriginalMessage().startsWith("Missing closing quote");
      throw bad(
          path, line, open ? "has a quote that is not closed" : "has text after a closing quote");
    } catch (IOException e) {
      throw new UncheckedIOException(e); // impossible: a text is read
    }
    BadInputException.check(!rows.isEmpty(), path + " has no row");
    return rows;
  }

  private static BadInputException bad(Path path, int line, String what) {
    return new BadInputException(path + ": line " + line + " " + what);
  }
}
