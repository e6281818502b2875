package io.github.bmt4j.preflight;

import io.github.bmt4j.jdbc.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
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
      try (PreparedStatement statement = connection.prepareStatement(SIZE)) {
        statement.setString(1, table);
        try (ResultSet row = statement.executeQuery()) {
          if (!row.next()) {
            return Optional.empty();
          }
          TableSize size =
              new TableSize(row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4));
          return row.wasNull() ? Optional.empty() : Optional.of(size);
        }
      }
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
