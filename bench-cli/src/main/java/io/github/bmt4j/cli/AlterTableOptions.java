package io.github.bmt4j.cli;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which table {@code bmt alter} alters, and how big it is made. */
@SuppressWarnings("NullAway.Init")
final class AlterTableOptions {
  private static final String USUAL = "sbtest1";
  private static final long USUAL_ROWS = 1_000_000;
  private static final long MOST_ROWS = Integer.MAX_VALUE - 1L;

  /**
   * Bytes that a row of sysbench's table takes with its index in a tablespace of InnoDB, right
   * after it was loaded: measured with 1,000,000 rows on MariaDB 11.4 and MySQL 9.7.
   */
  private static final double BYTES_PER_ROW = 240;

  private static final Pattern SIZE = Pattern.compile("(\\d+(?:\\.\\d+)?)([kmg])b?");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_$]{1,64}");

  @Option(
      names = "--rows",
      paramLabel = "<n>",
      description = "rows of the table (default " + USUAL_ROWS + ")")
  @Nullable String rows;

  @Option(
      names = "--size",
      paramLabel = "<size>",
      description =
          "size of the table instead, such as 500m or 1g: so many rows of 240 bytes; the report has the size that the server tells")
  @Nullable String size;

  @Option(
      names = "--table",
      paramLabel = "<name>",
      defaultValue = USUAL,
      description = "with --on-existing: which table is altered (default ${DEFAULT-VALUE})")
  String table;

  @Option(
      names = "--on-existing",
      description =
          "alter a table that is there: once, and nothing is undone; with one --change and one --algorithm")
  boolean onExisting;

  String name() {
    Checks.check(
        NAME.matcher(table).matches(),
        "--table=" + table + ": give a name of letters, digits, _ and $");
    return table;
  }

  boolean onExisting() {
    return onExisting;
  }

  /** How many rows. */
  long rows() {
    Checks.check(rows == null || size == null, "--rows and --size say the same: give one of them");
    long wanted = size != null ? ofSize(size) : rows != null ? ofRows(rows) : USUAL_ROWS;
    Checks.check(
        wanted >= 1 && wanted <= MOST_ROWS,
        (size != null ? "--size=" + size : "--rows=" + rows)
            + String.format(Locale.ROOT, ": give 1 to %,d rows", MOST_ROWS));
    return wanted;
  }

  private static long ofRows(String text) {
    Checks.check(text.matches("\\d{1,15}"), "--rows=" + text + ": give a whole number");
    return Long.parseLong(text);
  }

  private static long ofSize(String text) {
    Matcher matcher = SIZE.matcher(text.toLowerCase(Locale.ROOT));
    Checks.check(matcher.matches(), "--size=" + text + ": give a size such as 500m or 1g");
    double unit =
        switch (matcher.group(2)) {
          case "k" -> 1 << 10;
          case "m" -> 1 << 20;
          default -> 1 << 30;
        };
    return Math.round(Double.parseDouble(matcher.group(1)) * unit / BYTES_PER_ROW);
  }
}
