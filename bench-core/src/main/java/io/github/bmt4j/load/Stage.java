package io.github.bmt4j.load;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.github.bmt4j.clock.TimeText;
import io.github.bmt4j.failure.BadInputException;
import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A part of a load's time in which its rate, or the number of its threads, is constant or changes
 * evenly.
 *
 * @param nanos length, above 0
 * @param from arrivals a second, or threads, at its start
 * @param to the same at its end
 * @param ofRate true for arrivals a second
 */
public record Stage(long nanos, double from, double to, boolean ofRate) {
  private static final String NUMBER = "\\d{1,9}(?:\\.\\d{1,9})?";
  private static final Pattern FORM =
      Pattern.compile(
          "(T):(N)(?:\\.\\.(N))?(/s)?".replace("T", TimeText.FORM).replace("N", NUMBER));
  private static final double LONGEST_NANOS = 31 * 86400e9;
  private static final double LARGEST = 1e8;

  /**
   * The stage that a text describes: {@code 30s:100/s} or {@code 1m30s:100..500/s}; without {@code
   * /s} the values are threads.
   *
   * @throws BadInputException when the text describes no stage
   */
  @JsonCreator
  public static Stage parse(String text) {
    Matcher form = FORM.matcher(text.strip());
    BadInputException.check(
        form.matches(),
        "--stage",
        "="
            + text
            + ": give a time and a rate or a number of threads, such as 30s:100/s,"
            + " 30s:100..500/s or 30s:64");
    double nanos = TimeText.nanos(form.group(1)).orElse(0);
    double from = Double.parseDouble(form.group(2));
    double to = form.group(3) == null ? from : Double.parseDouble(form.group(3));
    boolean ofRate = form.group(4) != null;
    BadInputException.check(
        nanos >= 1e6 && nanos <= LONGEST_NANOS,
        "--stage",
        "=" + text + ": give a time from 1ms to 31 days");
    BadInputException.check(
        !ofRate || Math.max(from, to) <= LARGEST,
        "--stage",
        "=" + text + ": give at most 100000000/s");
    BadInputException.check(
        ofRate || (from == Math.rint(from) && to == Math.rint(to)),
        "--stage",
        "=" + text + ": give a whole number of threads, or a rate, as in 30s:0.5/s");
    return new Stage(Math.round(nanos), from, to, ofRate);
  }

  @JsonValue
  public String text() {
    return BigDecimal.valueOf(nanos, 9).stripTrailingZeros().toPlainString() + "s:" + values("..");
  }

  /** Its rate or its threads in words: {@code 100/s}, {@code 100 to 500/s}. */
  public String values(String between) {
    return number(from) + (from == to ? "" : between + number(to)) + (ofRate ? "/s" : "");
  }

  private static String number(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }

  public double most() {
    return Math.max(from, to);
  }

  double at(long afterNanos) {
    return from + (to - from) * afterNanos / nanos;
  }

  /** The integral of its value, in s, from its start to a moment: arrivals, if it has a rate. */
  double sum(long afterNanos) {
    return (from + at(afterNanos)) / 2 * (afterNanos / 1e9);
  }

  long after(long afterNanos, double growth) {
    double now = at(afterNanos);
    double slope = (to - from) / (nanos / 1e9);
    double then = Math.sqrt(Math.max(0, now * now + 2 * slope * growth));
    return afterNanos + Math.round(2 * growth / (now + then) * 1e9);
  }
}
