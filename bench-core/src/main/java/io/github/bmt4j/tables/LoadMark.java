package io.github.bmt4j.tables;

import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.os.Sha256;
import io.github.bmt4j.workload.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;

/**
 * Comment of a table while it is being loaded: it names the rows under way. When the load is cut
 * off, another command can see that the table is bmt's, and whether it would make the same rows.
 */
final class LoadMark {
  private static final String BEGIN = "bmt4j is loading ";
  private static final int BYTES = 8;

  /**
   * Number of sampled rows, spread over the table, so that options that change only some rows are
   * noticed.
   */
  private static final int SAMPLES = 64;

  /** Errors for a missing privilege: on a database, on a table, on the server. */
  private static final Set<Integer> DENIED = Set.of(1044, 1142, 1227);

  private LoadMark() {}

  static String of(Table table) {
    return BEGIN + table.rows() + " rows, " + fingerprint(table);
  }

  static boolean isOne(String comment) {
    return comment.startsWith(BEGIN);
  }

  /**
   * Returns true if this login may change a table's comment, and so remove the mark. The statement
   * names no change: servers check the privilege before they check the table.
   *
   * @param table table that does not exist yet
   */
  static boolean isAllowed(Connection connection, Table table) {
    try {
      Sql.execute(connection, "ALTER TABLE " + table.name());
      return true;
    } catch (SQLException e) {
      return !isDenied(e);
    }
  }

  static boolean isDenied(SQLException failure) {
    return DENIED.contains(failure.getErrorCode());
  }

  static void set(Connection connection, Table table, String comment) throws SQLException {
    Sql.execute(connection, "ALTER TABLE " + table.name() + " COMMENT = '" + comment + "'");
  }

  /**
   * Fingerprint of the definition, the size and some of the rows, which depend on seed and options.
   */
  private static String fingerprint(Table table) {
    StringBuilder text = new StringBuilder();
    text.append(table.createSql()).append('\n').append(table.loading().insertSql()).append('\n');
    text.append(table.indexSql()).append('\n').append(table.numbers()).append('\n');
    table.membership().foreignKeySql().forEach(sql -> text.append(sql).append('\n'));
    Table.RowWriter writer = table.loading().rowWriters().get();
    for (long sample = 1; sample <= Math.min(SAMPLES, table.numbers()); sample++) {
      writer.append(text, 1 + (table.numbers() - 1) * (sample - 1) / Math.max(1, SAMPLES - 1));
    }
    return Sha256.of(text.toString()).substring(0, 2 * BYTES);
  }
}
