package io.github.bmt4j.html;

import java.util.List;
import java.util.Locale;

/** Headlines of a page: of a long answer the part that fits two lines; the rest goes below. */
final class Headlines {
  /** Characters that fit two lines of a page that is 1,280 pixels wide. */
  static final int MOST = 112;

  /** Ends of a part of an answer, the best first. */
  private static final List<String> ENDS = List.of("; ", ". ", ": ", ", ", " ");

  private Headlines() {}

  static String first(String answer) {
    return answer.substring(0, end(answer)).replaceFirst("[;:,.]?$", "");
  }

  /** The judgement before the reasons. */
  static String judgement(String answer) {
    return answer.replaceFirst(": .*", "");
  }

  /** The rest after the first part, as a sentence; may be empty. */
  static String rest(String answer) {
    String rest = answer.substring(end(answer)).replaceFirst("^[;:,.]? ", "");
    return rest.isEmpty() ? "" : rest.substring(0, 1).toUpperCase(Locale.ROOT) + rest.substring(1);
  }

  private static int end(String answer) {
    return answer.length() <= MOST
        ? answer.length()
        : ENDS.stream()
            .mapToInt(
                mark -> mark.equals(": ") ? answer.indexOf(mark) : answer.lastIndexOf(mark, MOST))
            .filter(at -> at > 0 && at <= MOST)
            .findFirst()
            .orElse(answer.length());
  }
}
