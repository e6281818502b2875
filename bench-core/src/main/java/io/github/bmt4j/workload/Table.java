package io.github.bmt4j.workload;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A table of a workload, whose rows are a function of (seed, row number): reproducible, and
 * loadable from any row on.
 *
 * @param name its name, unquoted
 * @param createSql the statement that creates it, without its secondary indexes
 * @param indexSql statements that run when the rows are in
 * @param numbers largest number that is passed to its writers: numbers go from 1 to this. As many
 *     as rows, unless a writer writes several rows for a number
 * @param idColumn the column that holds a row's number. Without one, {@link Membership#presence}
 *     says how many rows a table that is there must have
 * @param sizeOption the workload's option that says how many rows, without the dashes
 * @param loading how its rows are inserted
 * @param membership relation to other tables
 */
public record Table(
    String name,
    String createSql,
    List<String> indexSql,
    long rows,
    long numbers,
    @Nullable String idColumn,
    String sizeOption,
    Loading loading,
    Membership membership) {
  /** One part of this many that draws of the same kind may differ by: TPC-C's 1 % (4.3.3.1). */
  private static final long OTHERS_DRAW = 100;

  private static final Pattern KEY = Pattern.compile("\\bKEY\\b", Pattern.CASE_INSENSITIVE);

  /** Texts and parentheses within the definition of a column or a key. */
  private static final Pattern INNER = Pattern.compile("'[^']*'|\\([^()]*\\)");

  /** Definitions that are no columns. */
  private static final Pattern NO_COLUMN =
      Pattern.compile("(?:primary|unique|key|index|fulltext|constraint|foreign|check)\\b.*");

  public Table {
    indexSql = List.copyOf(indexSql);
  }

  /** A table with ids, whose size is sysbench's {@code --table-size}. */
  public Table(
      String name,
      String createSql,
      List<String> indexSql,
      long rows,
      String idColumn,
      String insertSql,
      Supplier<RowWriter> rowWriters) {
    this(
        name,
        createSql,
        indexSql,
        rows,
        rows,
        idColumn,
        "table-size",
        new Loading(insertSql, rowWriters),
        Membership.NONE);
  }

  /** The same table, created by another statement. */
  public Table createdBy(String otherSql) {
    return new Table(
        name, otherSql, indexSql, rows, numbers, idColumn, sizeOption, loading, membership);
  }

  /** What its INSERT has of a number from 1 on. */
  public String row(long number) {
    StringBuilder row = new StringBuilder();
    loading.rowWriters().get().append(row, number);
    return row.toString();
  }

  /** Bytes of its rows as text: those of the first one, times their number. */
  public long estimatedBytes() {
    return numbers == 0 ? 0 : row(1).length() * numbers;
  }

  /**
   * True if a number of rows shows that it is another table, or not whole. One of those that may
   * have more may also have somewhat fewer: runs may delete.
   */
  public boolean misses(long found) {
    return switch (membership.presence()) {
      case EXACT -> found != rows;
      case AT_LEAST -> found < rows / 2;
      case ANY -> false;
    };
  }

  /**
   * True if a number of rows shows that some are missing. Where a number has several rows, another
   * tool's load may have drawn somewhat fewer.
   */
  public boolean lacks(long found) {
    return found < rows - (rows == numbers ? 0 : rows / OTHERS_DRAW);
  }

  /** True if it may have more rows than it was loaded with, because runs insert. */
  public boolean grows() {
    return membership.presence() != Presence.EXACT;
  }

  /** True if the greatest of its ids shows that it has far more rows than were asked for. */
  public boolean exceeds(@Nullable Long greatestId) {
    return !grows() && greatestId != null && greatestId > 2 * rows;
  }

  /**
   * The names of its columns in their order, each with the name that servers have for its type,
   * such as {@code id int, c char}: in lower case, without lengths.
   */
  public String columns() {
    String definitions = createSql.substring(createSql.indexOf('(') + 1);
    String flat = INNER.matcher(INNER.matcher(definitions).replaceAll("")).replaceAll("");
    return Arrays.stream(flat.split("\\)", 2)[0].toLowerCase(Locale.ROOT).split(",", -1))
        .map(column -> column.strip().replaceAll("(?s)`?(\\w+)`?\\s+(\\w+).*", "$1 $2"))
        .filter(column -> !NO_COLUMN.matcher(column).matches())
        .map(column -> column.replaceAll(" integer$", " int"))
        .collect(Collectors.joining(", "));
  }

  /** True if it has a key before its secondary indexes are made. */
  public boolean hasKey() {
    return KEY.matcher(createSql).find();
  }

  /**
   * How rows are inserted.
   *
   * @param insertSql head of a multi-row insert, up to and with {@code VALUES}
   * @param rowWriters makes a writer for one loading thread
   */
  public record Loading(String insertSql, Supplier<RowWriter> rowWriters) {}

  /** Requirement on the number of rows of a table that exists. */
  public enum Presence {
    /** Those that it was loaded with. */
    EXACT,
    /** Those, and others that runs have inserted. */
    AT_LEAST,
    /** Any number: runs insert and delete. */
    ANY
  }

  /**
   * Relation of a table to others.
   *
   * @param set the name of the tables that are only used together; empty for a table that belongs
   *     to no set
   * @param foreignKeySql statements that run when all tables have their rows and indexes, each an
   *     {@code ALTER TABLE ... ADD CONSTRAINT <name> FOREIGN KEY ...}
   */
  public record Membership(String set, List<String> foreignKeySql, Presence presence) {
    /** Membership of a table of no set, which is read as a whole. */
    public static final Membership NONE = new Membership("", List.of(), Presence.EXACT);

    public Membership {
      foreignKeySql = List.copyOf(foreignKeySql);
    }
  }

  /** Writes rows as SQL. Used by one thread. */
  public interface RowWriter {
    /**
     * Appends row {@code number} as a tuple, such as {@code (1,5,'a','b')}, or the rows of that
     * number as tuples with commas between them. The same number gives the same text always. Values
     * are numbers, NULL, and text in apostrophes without any escape.
     */
    void append(StringBuilder sql, long number);
  }
}
