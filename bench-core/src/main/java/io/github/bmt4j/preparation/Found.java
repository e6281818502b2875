package io.github.bmt4j.preparation;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.workload.Table;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Which tables of a workload a database has.
 *
 * @param missing those that it has not
 * @param unfinished those whose load was cut off, or is going on
 * @param there the others
 */
record Found(List<Table> missing, List<Table> unfinished, List<Table> there) {
  /**
   * Looks for them.
   *
   * @throws BadInputException when one is unfinished, and was to have other rows
   */
  static Found of(Connection connection, List<Table> tables) throws SQLException, TargetException {
    Map<String, String> comments = comments(connection);
    List<Table> missing = tables.stream().filter(table -> !has(comments, table)).toList();
    List<Table> unfinished =
        tables.stream()
            .filter(table -> LoadMark.isOne(comments.getOrDefault(lower(table), "")))
            .toList();
    for (Table table : unfinished) {
      checkMark(table, comments.getOrDefault(lower(table), ""));
    }
    List<Table> there =
        tables.stream()
            .filter(table -> !missing.contains(table) && !unfinished.contains(table))
            .toList();
    return new Found(missing, unfinished, there);
  }

  /** Those that the database has not. */
  static List<Table> missing(Connection connection, List<Table> tables)
      throws SQLException, TargetException {
    Map<String, String> comments = comments(connection);
    return tables.stream().filter(table -> !has(comments, table)).toList();
  }

  /** Whether it has a table of this name. */
  static boolean isThere(Connection connection, Table table) throws SQLException, TargetException {
    return has(comments(connection), table);
  }

  /** Those that have to be loaded, or finished. */
  List<Table> wanted() {
    return Stream.concat(missing.stream(), unfinished.stream()).toList();
  }

  private static void checkMark(Table table, String comment) {
    if (!LoadMark.of(table).equals(comment)) {
      throw new BadInputException(
          table.name()
              + " is unfinished, and was to have other rows ("
              + comment
              + "): give the options that it was begun with, or run ./bmt cleanup first");
    }
  }

  /** The comments of all tables, by their names. */
  private static Map<String, String> comments(Connection connection)
      throws SQLException, TargetException {
    Map<String, String> comments = new HashMap<>();
    try (Statement statement = connection.createStatement()) {
      try (ResultSet row = statement.executeQuery("SELECT DATABASE()")) {
        if (row.next() && row.getString(1) == null) {
          throw new TargetException(
              "the URL names no database: add one, as in jdbc:mariadb://host:3306/sbtest");
        }
      }
      try (ResultSet rows =
          statement.executeQuery(
              "SELECT table_name, table_comment FROM information_schema.tables WHERE table_schema = DATABASE()")) {
        while (rows.next()) {
          String comment = rows.getString(2);
          comments.put(rows.getString(1).toLowerCase(Locale.ROOT), comment == null ? "" : comment);
        }
      }
    }
    return comments;
  }

  private static boolean has(Map<String, String> comments, Table table) {
    return comments.containsKey(lower(table));
  }

  private static String lower(Table table) {
    return table.name().toLowerCase(Locale.ROOT);
  }
}
