package io.github.bmt4j.tables;

import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.report.Numbers;
import io.github.bmt4j.workload.Table;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/**
 * Rows as the values of MariaDB's bulk protocol: the server parses the statement once, and no text
 * of rows. Text is sent as bytes if all columns store ASCII unchanged: the server then does not
 * convert it from the character set of the connection.
 */
final class BulkInserts implements Inserts {
  /** Also not 0 if the server shows no such table. */
  private static final String OTHER_CHARACTERS =
      "SELECT COALESCE(SUM(character_set_name NOT IN"
          + " ('latin1', 'ascii', 'binary', 'utf8', 'utf8mb3', 'utf8mb4')), 1)"
          + " FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = ?";

  private final Connection connection;
  private final StringBuilder text = new StringBuilder(4096);
  private String checkedTable = "";
  private boolean storesAscii;

  BulkInserts(Connection connection) {
    this.connection = connection;
  }

  /** MariaDB refuses bulk operations in a session whose binary log has statements. */
  private static final String LOGS_STATEMENTS =
      "SELECT @@log_bin AND @@sql_log_bin AND @@binlog_format = 'STATEMENT'";

  /**
   * Returns true if driver and server support bulk inserts, the server's binary log allows them,
   * and the user's URL leaves the choice to bmt; otherwise a driver sends row after row.
   */
  static boolean possible(Connection connection, String url) throws SQLException {
    return connection.getMetaData().getDriverName().equals("MariaDB Connector/J")
        && connection.getMetaData().getDriverMajorVersion() >= 3
        && Stream.of("useBulkStmts", "useBulkStmtsForInserts", "rewriteBatchedStatements")
            .noneMatch(option -> JdbcUrl.sets(url, option))
        && hasBulk(ServerProduct.read(connection))
        && Sql.number(connection, LOGS_STATEMENTS) == 0;
  }

  private static boolean hasBulk(ServerProduct server) {
    return server.isMariaDb() && server.atLeast(10, 2);
  }

  @Override
  public void send(
      Table table, String insertSql, Numbers numbers, BooleanSupplier running, LongConsumer sent)
      throws SQLException {
    Table.RowWriter writer = table.loading().rowWriters().get();
    boolean asBytes = storesAscii(table);
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
          rows += Tuples.addBatch(text.toString(), insert, asBytes);
        }
        insert.executeBatch();
        sent.accept(rows);
      }
    }
  }

  /**
   * Returns true if none of the table's columns has a character set that stores ASCII in another
   * form.
   */
  private boolean storesAscii(Table table) throws SQLException {
    if (!checkedTable.equals(table.name())) {
      storesAscii = Sql.number(connection, OTHER_CHARACTERS, table.name()) == 0;
      checkedTable = table.name();
    }
    return storesAscii;
  }

  private String placeholders(Table.RowWriter writer, long number) {
    text.setLength(0);
    writer.append(text, number);
    return " (" + "?, ".repeat(Tuples.widthOfFirst(text.toString()) - 1) + "?)";
  }

  @Override
  public void close() {}
}
