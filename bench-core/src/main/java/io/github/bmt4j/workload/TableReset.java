package io.github.bmt4j.workload;

import io.github.bmt4j.failure.BadInputException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.BooleanSupplier;

/** Restores tables that runs have changed to their state after loading. */
public interface TableReset {
  /**
   * Resets the tables. After an early end, a second reset does the rest.
   *
   * @param connection in auto-commit mode; its session's settings are changed
   * @param stop ends it before its next statement
   * @throws SQLException when the server refuses a statement, or it was stopped
   * @throws BadInputException when a table is missing, or its rows are of another load; then
   *     nothing was changed
   */
  void reset(Connection connection, BooleanSupplier stop) throws SQLException;
}
