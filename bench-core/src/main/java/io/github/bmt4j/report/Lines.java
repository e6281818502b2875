package io.github.bmt4j.report;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Lines of a text report. */
public final class Lines {
  private Lines() {}

  /** One line, formatted the same in every locale. */
  public static String line(String format, @Nullable Object... values) {
    return String.format(Locale.ROOT, format, values) + "\n";
  }

  /** {@code 1 thread}, {@code 1,024 threads}. */
  public static String counted(long count, String thing) {
    return String.format(Locale.ROOT, "%,d %s%s", count, thing, count == 1 ? "" : "s");
  }
}
