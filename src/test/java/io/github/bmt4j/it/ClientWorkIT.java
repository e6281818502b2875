package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.workload.Consume;
import io.github.bmt4j.workload.RowReader;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** What the client reads of the answers to its statements. */
class ClientWorkIT {
  private final Database database = Servers.LOCAL.database();

  @Test
  void everyValueOfEveryRowIsRead() throws SQLException {
    database.command().run("prepare", "oltp_read_write", "--table-size=500").exits(0);
    long texts =
        database.number("SELECT SUM(1000 * CHAR_LENGTH(c) + ASCII(RIGHT(c, 1))) FROM sbtest1");
    long numbers = database.number("SELECT SUM(id + k) FROM sbtest1");
    long ids = database.number("SELECT SUM(id) FROM sbtest1");

    String sql = "SELECT id, k, c FROM sbtest1 WHERE id > ?";
    assertThat(sum(sql, Consume.ALL)).isEqualTo(numbers + texts);
    assertThat(sum(sql, Consume.FIRST_COLUMN)).isEqualTo(ids);
    assertThat(sum(sql, Consume.NONE)).isZero();
  }

  private long sum(String sql, Consume consume) throws SQLException {
    RowReader reader = new RowReader(consume);
    try (Connection connection = database.connect();
        PreparedStatement select = connection.prepareStatement(sql)) {
      select.setLong(1, 0);
      try (ResultSet rows = select.executeQuery()) {
        reader.read(rows, RowReader.Column.NUMBER, RowReader.Column.NUMBER, RowReader.Column.TEXT);
      }
    }
    return reader.sum();
  }
}
