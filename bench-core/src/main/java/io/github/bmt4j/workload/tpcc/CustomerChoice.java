package io.github.bmt4j.workload.tpcc;

import io.github.bmt4j.workload.tpcc.TpccStatement.Rows;
import java.sql.SQLException;

/** Finds a customer by last name: the middle one, ordered by first name (clause 2.5.2.2). */
record CustomerChoice(TpccMode mode, TpccStatement count, TpccStatement names, int numberColumn) {

  /** The statement that counts the customers of a last name. */
  static TpccStatement count(TpccStatements statements) {
    return statements.read(
        "count-names",
        "SELECT count(c_id) namecnt FROM customer# WHERE c_w_id = ? AND c_d_id = ? AND c_last ="
            + " ?");
  }

  /** The number of the customer that was drawn, in its warehouse and district. */
  int find(TpccInputs in) throws SQLException {
    if (!in.byName()) {
      return in.customer;
    }
    count.on().with(in.customerWarehouse).with(in.customerDistrict).with(in.lastName);
    int found = count.number("count");
    names.on().with(in.customerWarehouse).with(in.customerDistrict).with(in.lastName);
    try (Rows rows = names.query()) {
      int customer = rows.one("customer of that last name").number(numberColumn);
      for (int row = mode.nameRow(found); row > 1 && rows.next(); row--) {
        customer = rows.number(numberColumn);
      }
      return customer;
    }
  }
}
