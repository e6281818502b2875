package io.github.bmt4j.workload;

import io.github.bmt4j.failure.BadInputException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.BooleanSupplier;

/** Brings tables that runs have changed back to what they were when they had been loaded. */
public interface TableReset {
  /**
   * Does so. When it ends early, a second one does the rest.
   *
   * @param connection in auto-commit mode; its session's settings are changed
   * @param stop ends it before its next statement
   * @throws SQLException when the server refuses a statement, or it was stopped
   * @throws BadInputException when a table is missing, or its rows are of another load; nothing was
   *     changed then
   */
  void reset(Connection connection, BooleanSupplier stop) throws SQLException;
}
