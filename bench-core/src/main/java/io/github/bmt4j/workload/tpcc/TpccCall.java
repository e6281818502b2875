package io.github.bmt4j.workload.tpcc;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.workload.Stopwatch;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** A kind of transactions as a CALL of its stored procedure, which begins and commits itself. */
final class TpccCall extends TpccTransaction {
  private final TpccStatement call;
  private final boolean writes;
  private final Binding binding;
  private int answer;

  private interface Binding {
    void bind(TpccStatement call, TpccInputs in) throws SQLException;
  }

  private TpccCall(
      TpccStatements statements, String procedure, int values, boolean writes, Binding binding) {
    super(statements);
    this.writes = writes;
    this.binding = binding;
    call =
        statements.add(
            procedure.substring("tpcc_".length(), procedure.indexOf('#')).replace('_', '-'),
            writes ? Stopwatch.Kind.WRITE : Stopwatch.Kind.READ,
            List.of(
                words(
                    "CALL %s(%s)", procedure, String.join(",", Collections.nCopies(values, "?")))));
  }

  static Map<TpccKind, TpccTransaction> all(TpccStatements statements) {
    return Map.of(
        TpccKind.NEW_ORDER,
        new TpccCall(statements, TpccProcedures.NEW_ORDER, 6, true, TpccCall::bindNewOrder),
        TpccKind.PAYMENT,
        new TpccCall(statements, TpccProcedures.PAYMENT, 7, true, TpccCall::bindPayment),
        TpccKind.ORDER_STATUS,
        new TpccCall(
            statements,
            TpccProcedures.ORDER_STATUS,
            4,
            false,
            (call, in) ->
                call.with(in.warehouse).with(in.district).with(in.customer).with(in.lastName)),
        TpccKind.DELIVERY,
        new TpccCall(
            statements,
            TpccProcedures.DELIVERY,
            2,
            true,
            (call, in) -> call.with(in.warehouse).with(in.carrier)),
        TpccKind.STOCK_LEVEL,
        new TpccCall(
            statements,
            TpccProcedures.STOCK_LEVEL,
            3,
            false,
            (call, in) -> call.with(in.warehouse).with(in.district).with(in.threshold)));
  }

  private static void bindNewOrder(TpccStatement call, TpccInputs in) throws SQLException {
    StringBuilder lines = new StringBuilder();
    for (int line = 0; line < in.lines; line++) {
      lines.append(line == 0 ? "" : ",").append(in.item[line]);
      lines.append(',').append(in.supplier[line]).append(',').append(in.quantity[line]);
    }
    call.with(in.warehouse).with(in.district).with(in.customer).with(in.lines);
    call.with(in.local ? 1 : 0).with(lines.toString());
  }

  private static void bindPayment(TpccStatement call, TpccInputs in) throws SQLException {
    call.with(in.warehouse).with(in.district).with(in.customerWarehouse).with(in.customerDistrict);
    call.with(in.customer).with(in.lastName).with(BigDecimal.valueOf(in.cents, 2));
  }

  @Override
  void run(TpccInputs in) throws SQLException {
    binding.bind(call.on(), in);
    answer = call.call(writes);
    if (in.kind == TpccKind.NEW_ORDER && answer == 0) {
      statements.counts().rollBack();
    }
  }

  @Override
  int skipped() {
    return answer;
  }
}
