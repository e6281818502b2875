package io.github.bmt4j.tables;

import io.github.bmt4j.report.Numbers;
import io.github.bmt4j.workload.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/** Rows as multi-row inserts in text, which every driver and server has. */
final class TextInserts implements Inserts {
  private final Statement statement;
  private final StringBuilder sql = new StringBuilder(PACKET_CHARS + 4096);

  TextInserts(Connection connection) throws SQLException {
    statement = connection.createStatement();
  }

  @Override
  public void send(
      Table table, String insertSql, Numbers numbers, BooleanSupplier running, LongConsumer sent)
      throws SQLException {
    Table.RowWriter writer = table.loading().rowWriters().get();
    long number = numbers.from();
    while (number <= numbers.to() && running.getAsBoolean()) {
      sql.setLength(0);
      sql.append(insertSql);
      long first = number;
      while (number <= numbers.to() && sql.length() < PACKET_CHARS) {
        if (number > first) {
          sql.append(',');
        }
        writer.append(sql, number++);
      }
      sent.accept(statement.executeUpdate(sql.toString()));
    }
  }

  @Override
  public void close() throws SQLException {
    statement.close();
  }
}
