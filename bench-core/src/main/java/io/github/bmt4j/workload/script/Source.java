package io.github.bmt4j.workload.script;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.Place;
import java.util.Arrays;
import java.util.stream.IntStream;

/** The text of a script, and the position up to which it is read. */
final class Source {
  /** Stands for the end of the text. */
  static final char END = '\0';

  final String file;
  final String text;
  int at;

  private final int[] lines;

  Source(String file, String text) {
    this.file = file;
    this.text = text;
    lines =
        IntStream.concat(
                IntStream.of(0),
                IntStream.range(0, text.length())
                    .filter(i -> text.charAt(i) == '\n')
                    .map(i -> i + 1))
            .toArray();
  }

  /** Exception for an error at a place, with file, line and column. */
  BadInputException error(int place, String message) {
    return new BadInputException(
        new Place(file, line(place), column(place)), message.replaceAll("\\s+", " "));
  }

  /**
   * File and line of a place, and the column unless the place begins the line, so that statements
   * on one line have different places.
   */
  String where(int place) {
    int begin = lines[line(place) - 1];
    return file
        + ":"
        + line(place)
        + (text.substring(begin, place).isBlank() ? "" : ":" + column(place));
  }

  int line(int place) {
    int found = Arrays.binarySearch(lines, place);
    return found >= 0 ? found + 1 : -found - 1;
  }

  int column(int place) {
    return place - text.lastIndexOf('\n', place - 1);
  }

  boolean ended() {
    return at >= text.length();
  }

  char peek(int ahead) {
    return at + ahead < text.length() ? text.charAt(at + ahead) : END;
  }

  boolean looksAt(String word) {
    return text.startsWith(word, at);
  }

  boolean takes(String word) {
    if (!looksAt(word)) {
      return false;
    }
    at += word.length();
    return true;
  }

  /** Skips blanks of a line, and line ends after a backslash. */
  void skipBlanks() {
    while (true) {
      if (looksAt("\\\n")) {
        at += 2;
      } else if (looksAt("\\\r\n")) {
        at += 3;
      } else if (!ended() && peek(0) != '\n' && Character.isWhitespace(peek(0))) {
        at++;
      } else {
        return;
      }
    }
  }

  boolean lineEnded() {
    skipBlanks();
    return ended() || peek(0) == '\n';
  }

  /** A name: letters, digits and underscores, no digit first; empty if no name follows. */
  String name() {
    int start = at;
    if (isLetter(peek(0))) {
      do {
        at++;
      } while (isLetter(peek(0)) || isDigit(peek(0)));
    }
    return text.substring(start, at);
  }

  /** The number without a sign that follows: digits and points, and an exponent. */
  String number() {
    int start = at;
    while (isDigit(peek(0)) || peek(0) == '.') {
      at++;
    }
    int signs = peek(1) == '+' || peek(1) == '-' ? 1 : 0;
    if ((peek(0) | ' ') == 'e' && isDigit(peek(1 + signs))) {
      at += 1 + signs;
      while (isDigit(peek(0))) {
        at++;
      }
    }
    return text.substring(start, at);
  }

  String word() {
    int start = at;
    while (!ended() && !Character.isWhitespace(peek(0))) {
      at++;
    }
    return text.substring(start, at);
  }

  /**
   * The quoted text that follows, without its quotes, and with doubled quotes reduced to one.
   *
   * @param lines true if it may span several lines
   */
  String quoted(boolean lines) {
    int start = at;
    char quote = peek(0);
    StringBuilder value = new StringBuilder();
    at++;
    while (true) {
      if (ended() || (!lines && peek(0) == '\n')) {
        throw error(start, "the quote " + quote + " that begins here is not closed");
      }
      char c = peek(0);
      at++;
      if (c == quote) {
        if (peek(0) != quote) {
          return value.toString();
        }
        at++;
      }
      value.append(c);
    }
  }

  static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c > '\u007f';
  }

  static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
