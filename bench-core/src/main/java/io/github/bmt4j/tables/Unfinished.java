package io.github.bmt4j.tables;

import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.workload.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Existing rows of a table whose load was aborted. */
final class Unfinished {
  private static final Pattern INDEX_NAME =
      Pattern.compile("\\bINDEX\\s+(\\w+)\\s+ON\\b", Pattern.CASE_INSENSITIVE);
  private static final Pattern CONSTRAINT_NAME =
      Pattern.compile("\\bCONSTRAINT\\s+(\\w+)\\s", Pattern.CASE_INSENSITIVE);

  private Unfinished() {}

  /** The multi-row insert that skips existing rows. */
  static String insertSql(Table table) {
    return table.loading().insertSql().replaceFirst("(?i)^INSERT\\s+INTO", "INSERT IGNORE INTO");
  }

  static List<String> missingIndexes(Connection connection, Table table) throws SQLException {
    List<String> present =
        Sql.texts(
            connection,
            "SELECT DISTINCT LOWER(index_name) FROM information_schema.statistics"
                + " WHERE table_schema = DATABASE() AND table_name = ?",
            table.name());
    return without(present, table.indexSql(), INDEX_NAME);
  }

  static List<String> missingForeignKeys(Connection connection, Table table) throws SQLException {
    List<String> present =
        Sql.texts(
            connection,
            "SELECT LOWER(constraint_name) FROM information_schema.referential_constraints"
                + " WHERE constraint_schema = DATABASE() AND table_name = ?",
            table.name());
    return without(present, table.membership().foreignKeySql(), CONSTRAINT_NAME);
  }

  private static List<String> without(List<String> present, List<String> statements, Pattern name) {
    return statements.stream().filter(sql -> !present.contains(name(sql, name))).toList();
  }

  private static String name(String sql, Pattern pattern) {
    Matcher name = pattern.matcher(sql);
    if (!name.find()) {
      throw new IllegalArgumentException("nothing named: " + sql);
    }
    return name.group(1).toLowerCase(Locale.ROOT);
  }
}
