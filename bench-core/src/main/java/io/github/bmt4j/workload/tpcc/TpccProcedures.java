package io.github.bmt4j.workload.tpcc;

import static java.util.Objects.requireNonNull;

import io.github.bmt4j.jdbc.Sql;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * TPC-C's transactions as stored procedures, which MariaDB and MySQL both take: the statements of
 * {@code --calls=statements}, from BEGIN to COMMIT. A # stands for the number of the set of tables.
 * Procedures of different versions have different names, so that simultaneous runs do not
 * interfere. Their text is in procedures.sql.
 */
final class TpccProcedures {
  /** Returns o_id; 0 when the order was rolled back. Lines are item, supplier, quantity. */
  static final String NEW_ORDER = "tpcc_new_order#_v2";

  static final String PAYMENT = "tpcc_payment#_v2";
  static final String ORDER_STATUS = "tpcc_order_status#_v2";

  /** Returns the number of skipped districts. */
  static final String DELIVERY = "tpcc_delivery#_v3";

  static final String STOCK_LEVEL = "tpcc_stock_level#_v1";

  private TpccProcedures() {}

  static void drop(Connection connection, int sets) throws SQLException {
    String words = "^tpcc_(new_order|payment|order_status|delivery|stock_level)";
    String all =
        "SELECT routine_name FROM information_schema.routines WHERE routine_schema = DATABASE() AND"
            + " routine_type = 'PROCEDURE' AND routine_name REGEXP '"
            + words
            + "[0-9]+_v[0-9]+$'";
    for (String name : Sql.texts(connection, all)) {
      String set = name.replaceFirst(words, "").replaceFirst("_v.*", "");
      if (Long.parseLong(set) <= sets) {
        Sql.execute(connection, "DROP PROCEDURE " + name);
      }
    }
  }

  static void make(Connection connection, int sets) throws SQLException {
    try (Statement statement = connection.createStatement();
        InputStream sql =
            requireNonNull(TpccProcedures.class.getResourceAsStream("procedures.sql"))) {
      String all = new String(sql.readAllBytes(), StandardCharsets.UTF_8);
      for (int set = 1; set <= sets; set++) {
        for (String procedure : all.replace("#", Integer.toString(set)).split("\n//\n", -1)) {
          statement.execute(procedure);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
