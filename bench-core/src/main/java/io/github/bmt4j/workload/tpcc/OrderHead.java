package io.github.bmt4j.workload.tpcc;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.workload.LastWrite;
import io.github.bmt4j.workload.tpcc.TpccStatement.Rows;
import java.math.BigDecimal;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Beginning of a new order: BEGIN, customer, number, and its rows in {@code orders} and {@code
 * new_orders}.
 */
final class OrderHead {
  private final TpccStatements statements;
  private final TpccStatement customer;
  private final TpccStatement nextOrder;
  private final TpccStatement updateNextOrder;
  private final TpccStatement insertOrder;
  private final TpccStatement insertNewOrder;
  private int order;
  private BigDecimal taxed = BigDecimal.ONE;

  OrderHead(TpccStatements statements) {
    this.statements = statements;
    customer =
        statements.read(
            "order-customer",
            "SELECT c_discount, c_last, c_credit, w_tax FROM customer#, warehouse# WHERE w_id = ?"
                + " AND c_w_id = w_id AND c_d_id = ? AND c_id = ?");
    nextOrder =
        statements.read(
            "next-order",
            "SELECT d_next_o_id, d_tax FROM district# WHERE d_w_id = ? AND d_id = ? FOR UPDATE");
    updateNextOrder =
        statements.write(
            "update-next-order",
            "UPDATE district# SET d_next_o_id = ? WHERE d_id = ? AND d_w_id = ?");
    insertOrder =
        statements.write(
            "insert-order",
            "INSERT INTO orders# (o_id, o_d_id, o_w_id, o_c_id, o_entry_d, o_ol_cnt, o_all_local)"
                + " VALUES (?,?,?,?,NOW(),?,?)");
    insertNewOrder =
        statements.write(
            "insert-new-order",
            "INSERT INTO new_orders# (no_o_id, no_d_id, no_w_id) VALUES (?,?,?)");
  }

  /** The order, with its customer and lines; absent until it has a number. */
  @Nullable LastWrite lastWrite(TpccInputs in, boolean kept) {
    return order == 0
        ? null
        : new LastWrite(
            words(
                "SELECT CONCAT('c ', o_c_id, ', ', o_ol_cnt, ' lines, local ', o_all_local) FROM"
                    + " orders%d WHERE o_w_id = %d AND o_d_id = %d AND o_id = %d",
                in.set, in.warehouse, in.district, order),
            words("c %d, %d lines, local %d", in.customer, in.lines, in.local ? 1 : 0),
            kept);
  }

  /** Begins the order, which has no number until it is read. */
  void run(TpccInputs in) throws SQLException {
    order = 0;
    statements.begin();
    BigDecimal discount;
    BigDecimal warehouseTax;
    customer.on().with(in.warehouse).with(in.district).with(in.customer);
    try (Rows row = customer.query().one("customer")) {
      discount = row.money(1);
      warehouseTax = row.money(4);
    }
    nextOrder.on().with(in.warehouse).with(in.district);
    try (Rows row = nextOrder.query().one("district")) {
      order = row.number(1);
      taxed =
          BigDecimal.ONE
              .add(warehouseTax)
              .add(row.money(2))
              .multiply(BigDecimal.ONE.subtract(discount));
    }
    updateNextOrder.on().with(order + 1L).with(in.district).with(in.warehouse).update();
    insertOrder.on().with(order).with(in.district).with(in.warehouse).with(in.customer);
    insertOrder.with(in.lines).with(in.local ? 1 : 0).update();
    insertNewOrder.on().with(order).with(in.district).with(in.warehouse).update();
  }

  /** (1 + w_tax + d_tax) (1 - c_discount). */
  BigDecimal taxed() {
    return taxed;
  }

  /** Binds the values of a line of the order, except ol_dist_info. */
  void bindLine(TpccStatement insert, TpccInputs in, int line, BigDecimal amount)
      throws SQLException {
    insert.with(order).with(in.district).with(in.warehouse).with(line + 1L).with(in.item[line]);
    insert.with(in.supplier[line]).with(in.quantity[line]).with(amount);
  }
}
