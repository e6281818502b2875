package io.github.bmt4j.workload.tpcc;

import io.github.bmt4j.workload.tpcc.TpccStatement.Rows;
import java.math.BigDecimal;
import java.sql.SQLException;

/** A customer pays (clause 2.5.2). */
final class Payment extends TpccTransaction {
  private static final String OF_CUSTOMER = " WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?";

  private final CustomerChoice choice;
  private final TpccStatement updateWarehouse;
  private final TpccStatement warehouse;
  private final TpccStatement updateDistrict;
  private final TpccStatement district;
  private final TpccStatement customer;
  private final TpccStatement data;
  private final TpccStatement updateCustomer;
  private final TpccStatement updateBadCustomer;
  private final TpccStatement insert;

  Payment(TpccStatements statements, TpccStatement countNames) {
    super(statements);
    updateWarehouse =
        statements.write(
            "update-warehouse", "UPDATE warehouse# SET w_ytd = w_ytd + ? WHERE w_id = ?");
    warehouse =
        statements.read(
            "warehouse",
            "SELECT w_street_1, w_street_2, w_city, w_state, w_zip, w_name FROM warehouse# WHERE"
                + " w_id = ?");
    updateDistrict =
        statements.write(
            "update-district",
            "UPDATE district# SET d_ytd = d_ytd + ? WHERE d_w_id = ? AND d_id = ?");
    district =
        statements.read(
            "district",
            "SELECT d_street_1, d_street_2, d_city, d_state, d_zip, d_name FROM district# WHERE"
                + " d_w_id = ? AND d_id = ?");
    TpccStatement names =
        statements.read(
            "payment-names",
            "SELECT c_id FROM customer# WHERE c_w_id = ? AND c_d_id = ? AND c_last = ? ORDER BY"
                + " c_first");
    choice = new CustomerChoice(mode, countNames, names, 1);
    customer =
        statements.read(
            "payment-customer",
            "SELECT c_first, c_middle, c_last, c_street_1, c_street_2, c_city, c_state, c_zip,"
                + " c_phone, c_credit, c_credit_lim, c_discount, c_balance, c_ytd_payment, c_since"
                + " FROM customer#"
                + OF_CUSTOMER
                + " FOR UPDATE");
    data = statements.read("customer-data", "SELECT c_data FROM customer#" + OF_CUSTOMER);
    String set =
        mode == TpccMode.SPEC
            ? "UPDATE customer# SET c_balance = c_balance - ?, c_ytd_payment = c_ytd_payment + ?,"
                + " c_payment_cnt = c_payment_cnt + 1"
            : "UPDATE customer# SET c_balance = ?, c_ytd_payment = ?";
    updateCustomer = statements.write("update-customer", set + OF_CUSTOMER);
    updateBadCustomer = statements.write("update-bad-customer", set + ", c_data = ?" + OF_CUSTOMER);
    insert =
        statements.write(
            "insert-payment",
            "INSERT INTO history# (h_c_d_id, h_c_w_id, h_c_id, h_d_id, h_w_id, h_date, h_amount,"
                + " h_data) VALUES (?,?,?,?,?,NOW(),?,?)");
  }

  @Override
  void run(TpccInputs in) throws SQLException {
    BigDecimal amount = BigDecimal.valueOf(in.cents, 2);
    statements.begin();
    updateWarehouse.on().with(amount).with(in.warehouse).update();
    String warehouseName = warehouse.on().with(in.warehouse).text("warehouse", 6);
    updateDistrict.on().with(amount).with(in.warehouse).with(in.district).update();
    district.on().with(in.warehouse).with(in.district);
    String districtName = district.text("district", 6);
    int number = choice.find(in);
    pay(in, number, amount);
    insert.on().with(in.customerDistrict).with(in.customerWarehouse).with(number);
    insert.with(in.district).with(in.warehouse).with(amount);
    insert.with(mode.paymentData(warehouseName, districtName)).update();
    statements.commit();
  }

  private void pay(TpccInputs in, int number, BigDecimal amount) throws SQLException {
    BigDecimal balance;
    BigDecimal paid;
    boolean bad;
    bindCustomer(customer.on(), in, number);
    try (Rows row = customer.query().one("customer")) {
      bad = row.text(10).equals("BC");
      balance = row.money(13);
      paid = row.money(14);
    }
    TpccStatement update = bad ? updateBadCustomer : updateCustomer;
    String before = "";
    if (bad) {
      bindCustomer(data.on(), in, number);
      before = data.text("customer", 1);
    }
    update.on().with(mode.balance(balance, amount)).with(mode.paid(paid, amount));
    if (bad) {
      update.with(mode.customerData(in, number, amount, before));
    }
    bindCustomer(update, in, number);
    update.update();
  }

  private static void bindCustomer(TpccStatement statement, TpccInputs in, int number)
      throws SQLException {
    statement.with(in.customerWarehouse).with(in.customerDistrict).with(number);
  }
}
