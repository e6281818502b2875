package io.github.bmt4j.tables;

import static io.github.bmt4j.failure.Called.bmt;
import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.workload.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * State of a workload's table in a database. Preparations and checks both use it, so that they
 * agree.
 *
 * @param comment of the table; empty for one that is missing
 * @param indexes indexes that it has, with the primary key
 */
public record TableState(Table table, Kind kind, String comment, int indexes, int foreignKeys) {
  static final String OF_TABLES = " FROM information_schema.tables WHERE table_schema = DATABASE()";
  private static final String COMMENTS = "SELECT LOWER(table_name), table_comment" + OF_TABLES;
  private static final String ENGINES = "SELECT LOWER(table_name), LOWER(engine)" + OF_TABLES;

  /**
   * Columns with their types, without {@code my_row_id}, the key that MySQL may add to a table, and
   * without the one that a killed {@code bmt alter} leaves.
   */
  private static final String COLUMNS =
      "SELECT LOWER(table_name), GROUP_CONCAT(LOWER(column_name), ' ', LOWER(data_type) ORDER BY"
          + " ordinal_position SEPARATOR ', ') FROM information_schema.columns WHERE table_schema ="
          + " DATABASE() AND column_name NOT IN ('my_row_id', 'bmt_added') GROUP BY table_name";

  /** Kinds of objects that are no base tables, such as {@code VIEW}. */
  private static final String OTHERS =
      "SELECT LOWER(table_name), table_type"
          + OF_TABLES
          + " AND table_type NOT IN ('BASE TABLE', 'SYSTEM VERSIONED')";

  private static final String FOREIGN_KEYS =
      "SELECT LOWER(table_name), COUNT(*) FROM information_schema.referential_constraints"
          + " WHERE constraint_schema = DATABASE() GROUP BY table_name";
  private static final String INDEXES =
      "SELECT LOWER(table_name), COUNT(DISTINCT index_name) FROM information_schema.statistics"
          + " WHERE table_schema = DATABASE() GROUP BY table_name";

  /** State of its load. */
  public enum Kind {
    MISSING,
    /** Its load was aborted, or is going on, and would make the same rows. */
    UNFINISHED,
    /** Its load was aborted, or is going on, and would make other rows. */
    UNFINISHED_OTHERWISE,
    THERE
  }

  /**
   * Looks for tables.
   *
   * @throws TargetException when the URL names no database
   * @throws BadInputException when one of these names belongs to a view or a sequence: a write to a
   *     view goes to the table under it
   */
  public static List<TableState> of(Connection connection, List<Table> tables)
      throws SQLException, TargetException {
    checkDatabase(connection);
    Map<String, String> others = Sql.pairs(connection, OTHERS);
    Map<String, String> comments = Sql.pairs(connection, COMMENTS);
    Map<String, Long> indexes = Sql.numbers(connection, INDEXES);
    boolean ofSets = tables.stream().anyMatch(table -> !table.membership().set().isEmpty());
    Map<String, Long> foreignKeys = ofSets ? Sql.numbers(connection, FOREIGN_KEYS) : Map.of();
    List<TableState> states = new ArrayList<>();
    for (Table table : tables) {
      String name = table.name().toLowerCase(Locale.ROOT);
      if (others.containsKey(name)) {
        throw new BadInputException(
            table.name()
                + " is a "
                + others.get(name)
                + " and no base table: use another database, or rename it");
      }
      String comment = comments.get(name);
      states.add(
          comment == null
              ? new TableState(table, Kind.MISSING, "", 0, 0)
              : new TableState(
                  table,
                  kind(table, comment),
                  comment,
                  indexes.getOrDefault(name, 0L).intValue(),
                  foreignKeys.getOrDefault(name, 0L).intValue()));
    }
    return List.copyOf(states);
  }

  /**
   * Looks for tables that a load will use.
   *
   * @throws BadInputException when one has columns of other names, order or types than bmt gives it
   */
  public static List<TableState> fitting(Connection connection, List<Table> tables)
      throws SQLException, TargetException {
    List<TableState> states = of(connection, tables);
    checkColumns(connection, states);
    return states;
  }

  static void checkColumns(Connection connection, List<TableState> states) throws SQLException {
    Map<String, String> columns = Sql.pairs(connection, COLUMNS);
    for (TableState state : states) {
      String found = columns.getOrDefault(state.table.name().toLowerCase(Locale.ROOT), "");
      String made = state.table.columns();
      if (state.kind != Kind.MISSING && !widened(found).equals(widened(made))) {
        throw state.notOwn("has the columns " + found + ", and bmt would make " + made);
      }
    }
  }

  /** Columns with one name for short and usual integers: sysbench-tpcc makes counters SMALLINT. */
  private static String widened(String columns) {
    return columns.replace(" smallint", " int");
  }

  /**
   * Looks for tables that will be changed or dropped.
   *
   * @throws BadInputException when one has other columns than bmt gives it, or a comment that is no
   *     mark of a load: others have made or changed it
   */
  public static List<TableState> own(Connection connection, List<Table> tables)
      throws SQLException, TargetException {
    List<TableState> states = fitting(connection, tables);
    for (TableState state : states) {
      if (state.noted()) {
        throw state.notOwn("has a comment, and bmt would make none");
      }
    }
    return states;
  }

  private BadInputException notOwn(String why) {
    return new BadInputException(
        words(
            "%s is left alone: it %s; give the workload and the options that it was made with, or,"
                + " if bmt did not make it, use another database",
            table.name(), why));
  }

  /** True if it has a comment that is no mark of a load: then it is not dropped. */
  boolean noted() {
    return !comment.isEmpty() && !LoadMark.isOne(comment);
  }

  /** The storage engines of existing tables, in lower case. */
  public static SortedSet<String> engines(Connection connection, List<Table> tables)
      throws SQLException {
    Map<String, String> engines = Sql.pairs(connection, ENGINES);
    return tables.stream()
        .map(table -> engines.getOrDefault(table.name().toLowerCase(Locale.ROOT), ""))
        .filter(engine -> !engine.isEmpty())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  public boolean indexed() {
    return indexes >= (table.hasKey() ? 1 : 0) + table.indexSql().size();
  }

  boolean linkedUnasked() {
    return foreignKeys > 0 && table.membership().foreignKeySql().isEmpty();
  }

  public boolean linked() {
    return foreignKeys >= table.membership().foreignKeySql().size();
  }

  /** Messages about sets of tables of which only some exist: foreign, or incomplete. */
  public static List<String> brokenSets(List<TableState> states) {
    Map<String, List<TableState>> sets =
        states.stream()
            .filter(state -> !state.table().membership().set().isEmpty())
            .collect(
                Collectors.groupingBy(
                    state -> state.table().membership().set(),
                    LinkedHashMap::new,
                    Collectors.toList()));
    List<String> broken = new ArrayList<>();
    for (List<TableState> set : sets.values()) {
      String there = names(set, Kind.THERE);
      String missing = names(set, Kind.MISSING);
      if (!there.isEmpty() && !missing.isEmpty()) {
        broken.add(
            words(
                "these tables belong together; present: %s; missing: %s: use another database, or"
                    + " drop those present if they are not needed",
                there, missing));
      }
    }
    return broken;
  }

  private static String names(List<TableState> states, Kind kind) {
    return states.stream()
        .filter(state -> state.kind() == kind)
        .map(state -> state.table().name())
        .collect(Collectors.joining(", "));
  }

  /** The finding about a table whose load would make other rows. */
  public TableFinding otherRows() {
    return TableFinding.refused(
        table.name(),
        "is unfinished, and was to have other rows (" + comment + ")",
        "give the options of that load, or run " + bmt("cleanup") + " first");
  }

  static long countRows(Connection connection, Table table) throws SQLException {
    return Sql.number(connection, "SELECT COUNT(*) FROM " + table.name());
  }

  private static Kind kind(Table table, String comment) {
    if (!LoadMark.isOne(comment)) {
      return Kind.THERE;
    }
    return LoadMark.of(table).equals(comment) ? Kind.UNFINISHED : Kind.UNFINISHED_OTHERWISE;
  }

  private static void checkDatabase(Connection connection) throws SQLException, TargetException {
    if (Sql.text(connection, "SELECT DATABASE()").isEmpty()) {
      throw new TargetException(
          "the URL names no database: add one, as in jdbc:mariadb://host:3306/sbtest");
    }
  }
}
