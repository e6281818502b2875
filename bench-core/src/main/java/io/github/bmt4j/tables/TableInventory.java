package io.github.bmt4j.tables;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.tables.TableState.Kind;
import io.github.bmt4j.workload.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;

/**
 * Inventory of a workload's tables in a database.
 *
 * @param unfinished those whose load was cut off, or is going on
 */
record TableInventory(List<Table> missing, List<Table> unfinished, List<TableState> there) {
  /**
   * Looks for them.
   *
   * @throws BadInputException when one is unfinished, and was to have other rows, or when only some
   *     tables of a set are there
   */
  static TableInventory of(Connection connection, List<Table> tables)
      throws SQLException, TargetException {
    List<TableState> states = TableState.of(connection, tables);
    for (TableState state : states) {
      if (state.kind() == Kind.UNFINISHED_OTHERWISE) {
        throw new BadInputException(state.otherRows().line());
      }
    }
    List<String> broken = TableState.brokenSets(states);
    if (!broken.isEmpty()) {
      throw new BadInputException(broken.get(0));
    }
    return new TableInventory(
        tables(states, Kind.MISSING),
        tables(states, Kind.UNFINISHED),
        states.stream().filter(state -> state.kind() == Kind.THERE).toList());
  }

  static List<Table> missing(Connection connection, List<Table> tables)
      throws SQLException, TargetException {
    return tables(TableState.of(connection, tables), Kind.MISSING);
  }

  static boolean isThere(Connection connection, Table table) throws SQLException, TargetException {
    return missing(connection, List.of(table)).isEmpty();
  }

  List<Table> wanted() {
    return Stream.concat(missing.stream(), unfinished.stream()).toList();
  }

  private static List<Table> tables(List<TableState> states, Kind kind) {
    return states.stream().filter(state -> state.kind() == kind).map(TableState::table).toList();
  }
}
