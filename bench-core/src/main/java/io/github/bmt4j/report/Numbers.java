package io.github.bmt4j.report;

import static io.github.bmt4j.report.Lines.words;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Numbers in text; what was not observed is "-". */
public final class Numbers {
  private Numbers() {}

  public static String number(String format, @Nullable Number value) {
    return value == null ? "-" : words(format, value);
  }

  /** {@code 1,024}. */
  public static String count(@Nullable Long count) {
    return number("%,d", count);
  }

  /** Milliseconds with 2 decimals, or 3 below 1 ms. */
  public static String millis(@Nullable Double value) {
    return number(value != null && Math.abs(value) < 1 ? "%.3f" : "%,.2f", value);
  }

  /** A time in the unit that suits a sentence: {@code 4.59 ms}, {@code 126 ms}, {@code 12.3 s}. */
  public static String duration(double millis) {
    if (millis < 1000) {
      return (millis < 100 ? millis((Double) millis) : words("%.0f", millis)) + " ms";
    }
    return words(millis < 100_000 ? "%.1f s" : "%,.0f s", millis / 1e3);
  }

  /** A length of time for people: {@code 45 s}, {@code 12 min}, {@code 2 h 04 min}. */
  public static String length(double millis) {
    Duration time = Duration.ofSeconds(Math.round(millis / 1e3));
    if (time.toMinutes() < 2) {
      return time.toSeconds() + " s";
    }
    Duration whole = Duration.ofMinutes(Math.round(millis / 60e3));
    return whole.toHours() == 0
        ? words("%d min", whole.toMinutes())
        : whole.toMinutesPart() == 0
            ? words("%d h", whole.toHours())
            : words("%d h %02d min", whole.toHours(), whole.toMinutesPart());
  }

  /** A share of 1 in percent, with a number of decimals. */
  public static String percent(int decimals, @Nullable Double share) {
    return number("%." + decimals + "f %%", share == null ? null : (Double) (100 * share));
  }

  /** {@code p95}, {@code p99.9}. */
  public static String percentileName(double percentile) {
    return "p" + seconds(percentile);
  }

  /** Seconds without needless zeros: {@code 10}, {@code 2.5}. */
  public static String seconds(double seconds) {
    return seconds == Math.rint(seconds) ? Long.toString((long) seconds) : Double.toString(seconds);
  }

  /** Bytes in a suitable unit; units are powers of 1024, as servers use them. */
  public static String bytes(long bytes) {
    double value = bytes;
    for (String unit : List.of("B", "KiB", "MiB", "GiB")) {
      if (value < 1024) {
        return words(unit.equals("B") ? "%.0f %s" : "%,.1f %s", value, unit);
      }
      value /= 1024;
    }
    return words("%,.1f TiB", value);
  }
}
