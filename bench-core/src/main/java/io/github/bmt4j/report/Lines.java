package io.github.bmt4j.report;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Words and lines of a text, the same in every locale. */
public final class Lines {
  private Lines() {}

  /** Words with values in them. */
  public static String words(String format, @Nullable Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  /** One line. */
  public static String line(String format, @Nullable Object... values) {
    return words(format, values) + "\n";
  }

  /** {@code 1 thread}, {@code 1,024 threads}. */
  public static String counted(long count, String thing) {
    return words("%,d %s%s", count, thing, count == 1 ? "" : "s");
  }
}
