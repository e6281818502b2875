package io.github.bmt4j.tables;

import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.workload.Table;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/**
 * Rows as the values of MariaDB's bulk protocol: the server parses the statement once, and no text
 * of rows at all.
 */
final class BulkInserts implements Inserts {
  private final Connection connection;
  private final StringBuilder text = new StringBuilder(4096);

  BulkInserts(Connection connection) {
    this.connection = connection;
  }

  /**
   * Whether driver and server have it, and the user's URL leaves it to us: without it, a driver
   * sends row after row.
   */
  static boolean possible(Connection connection, String url) throws SQLException {
    return connection.getMetaData().getDriverName().equals("MariaDB Connector/J")
        && connection.getMetaData().getDriverMajorVersion() >= 3
        && Stream.of("useBulkStmts", "useBulkStmtsForInserts", "rewriteBatchedStatements")
            .noneMatch(option -> JdbcUrl.sets(url, option))
        && hasBulk(ServerProduct.read(connection));
  }

  private static boolean hasBulk(ServerProduct server) {
    return server.isMariaDb() && server.atLeast(10, 2);
  }

  @Override
  public void send(
      Table table, String insertSql, Numbers numbers, BooleanSupplier running, LongConsumer sent)
      throws SQLException {
    Table.RowWriter writer = table.rowWriters().get();
    try (PreparedStatement insert =
        connection.prepareStatement(insertSql + placeholders(writer, numbers.from()))) {
      long number = numbers.from();
      while (number <= numbers.to() && running.getAsBoolean()) {
        int chars = 0;
        long rows = 0;
        while (number <= numbers.to() && chars < PACKET_CHARS) {
          text.setLength(0);
          writer.append(text, number++);
          chars += text.length();
          rows += Tuples.addBatch(text.toString(), insert);
        }
        insert.executeBatch();
        sent.accept(rows);
      }
    }
  }

  private String placeholders(Table.RowWriter writer, long number) {
    text.setLength(0);
    writer.append(text, number);
    return " (" + "?, ".repeat(Tuples.widthOfFirst(text.toString()) - 1) + "?)";
  }

  @Override
  public void close() {}
}
