package io.github.bmt4j.workload.tpcc;

import static io.github.bmt4j.workload.tpcc.TpccState.rows;

import io.github.bmt4j.jdbc.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** What MariaDB's general log says that a session sent, with all values in the texts. */
final class TpccLog {
  private TpccLog() {}

  /** The statements of each transaction that some work sends over a connection, from its BEGIN. */
  static List<List<String>> of(Connection admin, Connection connection, Work work)
      throws SQLException {
    long session = Sql.number(connection, "SELECT CONNECTION_ID()");
    try (Statement statement = admin.createStatement()) {
      statement.execute("SET GLOBAL log_output = 'TABLE'");
      statement.execute("TRUNCATE mysql.general_log");
      statement.execute("SET GLOBAL general_log = 1");
      try {
        work.run();
      } finally {
        statement.execute("SET GLOBAL general_log = 0");
      }
    }
    List<List<String>> transactions = new ArrayList<>();
    for (String sql :
        rows(
            admin,
            "SELECT argument FROM mysql.general_log WHERE command_type IN ('Query', 'Execute') AND"
                + " thread_id = "
                + session)) {
      if (sql.equals("BEGIN")) {
        transactions.add(new ArrayList<>());
      }
      if (!transactions.isEmpty()) {
        transactions.get(transactions.size() - 1).add(sql);
      }
    }
    return transactions;
  }

  /** A text with N for every number and S for every string, and no more blanks than it needs. */
  static String shape(String sql) {
    return sql.replaceAll("'(?:[^'\\\\]|\\\\.)*'", "S")
        .replaceAll("(?<![\\w.])-?\\d+(?:\\.\\d+)?\\b", "N")
        .replaceAll("(s_dist_)\\d\\d", "$1N")
        .replaceAll("\\s+", " ")
        .replaceAll(" ?([=,()<>+-]) ?", "$1")
        .strip();
  }

  /** Something that sends statements. */
  interface Work {
    void run() throws SQLException;
  }
}
