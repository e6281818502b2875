package io.github.bmt4j.report;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Words and lines of a text, independent of the locale. */
public final class Lines {
  /** Column at which the words behind a label begin. */
  private static final int LABEL = 9;

  private static final Pattern GAP = Pattern.compile(" {2,}");

  /** Places at which a word that is longer than a line may be broken: behind the parts of a URL. */
  private static final Pattern PART = Pattern.compile("[&?,;]|/+");

  /** Control characters except line ends and tabs; also those that turn the writing direction. */
  private static final Pattern CONTROL =
      Pattern.compile(
          "\\r(?!\\n)|[\\p{Cntrl}\\x80-\\x9f\\u202a-\\u202e\\u2066-\\u2069&&[^\\r\\n\\t]]");

  private Lines() {}

  /** Words with values in them. */
  public static String words(String format, @Nullable Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  public static String line(String format, @Nullable Object... values) {
    return words(format, values) + "\n";
  }

  /**
   * The text as a terminal may print it: control characters, which a user's or a server's words may
   * contain, become <code>&#92;u001b</code> and the like; line ends and tabs stay.
   */
  public static String printable(String text) {
    return CONTROL
        .matcher(text)
        .replaceAll(
            found -> Matcher.quoteReplacement(words("\\u%04x", (int) found.group().charAt(0))));
  }

  /** {@code 1 thread}, {@code 1,024 threads}. */
  public static String counted(long count, String thing) {
    return words("%,d %s%s", count, thing, count == 1 ? "" : "s");
  }

  /**
   * Breaks lines that are longer than {@code columns} at spaces. The rest is aligned with the words
   * behind the last gap in the first half of the line, such as the gap behind a label; without a
   * gap, it is indented a little.
   */
  public static String wrapped(String text, int columns) {
    StringBuilder wrapped = new StringBuilder();
    for (String line : text.split("\n", -1)) {
      String indent = " ".repeat(indent(line, columns / 2));
      String rest = line;
      while (rest.length() > columns) {
        int end = end(rest, indent.length(), columns);
        wrapped.append(rest.substring(0, end).stripTrailing()).append('\n');
        rest = indent + rest.substring(end).strip();
      }
      wrapped.append(rest).append('\n');
    }
    wrapped.setLength(wrapped.length() - 1);
    return wrapped.toString();
  }

  private static int indent(String line, int most) {
    int begin = line.length() - line.stripLeading().length();
    int indent = begin < LABEL ? begin + 2 : begin;
    for (Matcher gap = GAP.matcher(line); gap.find() && gap.end() <= most; ) {
      indent = gap.end() > begin ? gap.end() : indent;
    }
    return indent;
  }

  /**
   * Index at which a line is broken: before a space; otherwise behind a part of the word, or
   * anywhere.
   */
  private static int end(String line, int indent, int columns) {
    int end = line.lastIndexOf(' ', columns);
    if (end > indent) {
      return end;
    }
    end = columns;
    for (Matcher part = PART.matcher(line); part.find() && part.end() <= columns; ) {
      end = part.end() > indent ? part.end() : end;
    }
    return end;
  }
}
