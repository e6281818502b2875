package io.github.bmt4j.clock;

import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of times as users write them: seconds, or numbers with units, such as 500ms or 1m30s. */
public final class TimeText {
  private static final String NUMBER = "\\d{1,9}(?:\\.\\d{1,9})?";

  /** Pattern of the words that {@link #nanos} reads, to be part of another. */
  public static final String FORM = "(?:N(?:ms|s|m|h))*+(?:N)?".replace("N", NUMBER);

  private static final Pattern WHOLE = Pattern.compile(FORM);
  private static final Pattern PART = Pattern.compile("(" + NUMBER + ")(ms|s|m|h)?");
  private static final Map<String, Double> NANOS =
      Map.of("ms", 1e6, "s", 1e9, "m", 60e9, "h", 3600e9);

  private TimeText() {}

  /** The time in ns; absent if the text is no time. */
  public static OptionalDouble nanos(String text) {
    if (text.isEmpty() || !WHOLE.matcher(text).matches()) {
      return OptionalDouble.empty();
    }
    double nanos = 0;
    for (Matcher part = PART.matcher(text); part.find(); ) {
      String unit = part.group(2) == null ? "s" : part.group(2);
      nanos += Double.parseDouble(part.group(1)) * NANOS.getOrDefault(unit, 1e9);
    }
    return OptionalDouble.of(nanos);
  }
}
