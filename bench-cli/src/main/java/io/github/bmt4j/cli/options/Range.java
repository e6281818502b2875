package io.github.bmt4j.cli.options;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A range that an option gave, such as {@code 1..64}.
 *
 * @param to larger than {@code from}
 */
public record Range(int from, int to) {
  private static final Pattern FORM = Pattern.compile("\\s*(\\d{1,9})\\s*\\.\\.\\s*(\\d{1,9})\\s*");

  /**
   * The range that a text gives; empty if it is no range.
   *
   * @param most the largest number that the option takes
   */
  public static Optional<Range> of(String option, String text, int most) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      return Optional.empty();
    }
    int from = Checks.between(option, Integer.parseInt(form.group(1)), 1, most);
    int to = Checks.between(option, Integer.parseInt(form.group(2)), 1, most);
    Checks.check(from < to, option, "=" + text + ": a range begins with its smaller number");
    return Optional.of(new Range(from, to));
  }
}
