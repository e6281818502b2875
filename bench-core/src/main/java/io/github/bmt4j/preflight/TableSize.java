package io.github.bmt4j.preflight;

import io.github.bmt4j.jdbc.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Size of a table, as {@code information_schema.TABLES} estimates it from a sample of its pages.
 *
 * @param rows may be off by half, for InnoDB
 * @param rowBytes average, with all overhead of pages
 * @param dataBytes of the clustered index
 */
public record TableSize(long rows, long rowBytes, long dataBytes, long indexBytes) {
  private static final String EXPIRY = "information_schema_stats_expiry";
  private static final String SIZE =
      "SELECT TABLE_ROWS, AVG_ROW_LENGTH, DATA_LENGTH, INDEX_LENGTH FROM information_schema.TABLES"
          + " WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ?";

  public static Optional<TableSize> read(Connection connection, String table) throws SQLException {
    String expiry = expiry(connection);
    try {
      setExpiry(connection, expiry == null ? null : "0");
      return Sql.rows(connection, SIZE, table).stream()
          .filter(row -> !row.containsValue("")) // A view has no size.
          .findFirst()
          .map(row -> row.values().stream().map(Long::valueOf).toList())
          .map(size -> new TableSize(size.get(0), size.get(1), size.get(2), size.get(3)));
    } finally {
      setExpiry(connection, expiry);
    }
  }

  /** MySQL shows sizes of up to a day ago, unless the session says otherwise. */
  private static @Nullable String expiry(Connection connection) throws SQLException {
    return Sql.pairs(connection, "SHOW SESSION VARIABLES LIKE '" + EXPIRY + "'").get(EXPIRY);
  }

  private static void setExpiry(Connection connection, @Nullable String seconds)
      throws SQLException {
    if (seconds != null) {
      Sql.execute(connection, "SET SESSION " + EXPIRY + " = " + seconds);
    }
  }
}
