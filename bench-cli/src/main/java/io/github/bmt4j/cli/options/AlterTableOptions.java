package io.github.bmt4j.cli.options;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.cli.options.Converters.ByteSize;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Table for {@code bmt alter}, and its size. */
@Section("Table")
public final class AlterTableOptions {
  private static final String USUAL = "sbtest1";
  private static final long USUAL_ROWS = 1_000_000;
  private static final long MOST_ROWS = Integer.MAX_VALUE - 1L;

  /**
   * Bytes that a row of sysbench's table takes with its index in a tablespace of InnoDB, right
   * after it was loaded: measured with 1,000,000 rows on MariaDB 11.4 and MySQL 9.7.
   */
  private static final double BYTES_PER_ROW = 240;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_$]{1,64}");

  @Option(
      names = "--table-size",
      paramLabel = "<n>",
      description = "rows in the table (default " + USUAL_ROWS + "; also 10k, 2m)")
  @Nullable Long rows;

  @Option(
      names = "--size",
      paramLabel = "<size>",
      description =
          "size of the table instead of its rows, such as 500m or 1g, at 240 bytes per row")
  @Nullable ByteSize size;

  @Option(
      names = "--table",
      paramLabel = "<name>",
      defaultValue = USUAL,
      description = "with --on-existing: the table (default ${DEFAULT-VALUE})")
  String table;

  @Option(
      names = "--on-existing",
      arity = "0..1",
      fallbackValue = "on",
      paramLabel = "on|off",
      description =
          "alter an existing table, once, without undoing it (default off); needs one change and"
              + " one --algorithm or --tool")
  public boolean onExisting;

  /**
   * Name of the table.
   *
   * @param ofSql the table that the user's statement names; absent without one
   */
  public String name(@Nullable String ofSql) {
    if (ofSql != null) {
      Checks.check(
          table.equals(USUAL) || table.equals(ofSql),
          "--table",
          "=" + table + ": --sql alters " + ofSql + "; leave out --table");
      return ofSql;
    }
    Checks.check(
        NAME.matcher(table).matches(),
        "--table",
        "=" + table + ": give a name of letters, digits, _ and $");
    return table;
  }

  /** Number of rows. */
  public long rows() {
    Checks.check(
        rows == null || size == null,
        "--table-size",
        " and --size both set the size: give one of them");
    long wanted =
        size != null ? Math.round(size.bytes() / BYTES_PER_ROW) : rows != null ? rows : USUAL_ROWS;
    Checks.check(
        wanted >= 1 && wanted <= MOST_ROWS,
        size != null ? "--size" : "--table-size",
        (size != null ? "" : "=" + wanted) + words(": give 1 to %,d rows", MOST_ROWS));
    return wanted;
  }
}
