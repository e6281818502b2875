package io.github.bmt4j.tables;

import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.workload.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/** A way to send rows to the server. Used by one thread. */
interface Inserts extends AutoCloseable {
  /** The most text, or values, of one statement: any server takes it. */
  int PACKET_CHARS = 512 * 1024;

  /** Sends the rows of some numbers while it may; reports how many each statement inserted. */
  void send(
      Table table, String insertSql, Numbers numbers, BooleanSupplier running, LongConsumer sent)
      throws SQLException;

  @Override
  void close() throws SQLException;

  static Inserts fastest(Connection connection, Connector connector) throws SQLException {
    return BulkInserts.possible(connection, connector.url())
        ? new BulkInserts(connection)
        : new TextInserts(connection);
  }

  record Numbers(long from, long to) {
    long count() {
      return to - from + 1;
    }
  }
}
