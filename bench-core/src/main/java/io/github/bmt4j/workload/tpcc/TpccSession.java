package io.github.bmt4j.workload.tpcc;

import io.github.bmt4j.workload.LastWrite;
import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.SessionContext;
import io.github.bmt4j.workload.StatementCounts;
import io.github.bmt4j.workload.tpcc.TpccOptions.Calls;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** TPC-C's transactions of one worker, or those of terminals. */
final class TpccSession implements Session {
  private final TpccStatements statements;
  private final Map<TpccKind, TpccTransaction> transactions = new EnumMap<>(TpccKind.class);
  private final TpccInputs inputs;
  private final int worker;
  private long count;

  TpccSession(SessionContext context, TpccOptions options) {
    statements = new TpccStatements(context, options);
    inputs = new TpccInputs(options, context.seed());
    worker = context.worker();
    if (options.calls() == Calls.PROCEDURES) {
      transactions.putAll(TpccCall.all(statements));
    } else {
      add(options);
    }
    statements.complete();
  }

  private void add(TpccOptions options) {
    TpccStatement countNames = CustomerChoice.count(statements);
    transactions.put(TpccKind.NEW_ORDER, new NewOrder(statements));
    transactions.put(TpccKind.PAYMENT, new Payment(statements, countNames));
    transactions.put(TpccKind.ORDER_STATUS, new OrderStatus(statements, countNames));
    transactions.put(TpccKind.DELIVERY, new Delivery(statements));
    transactions.put(TpccKind.STOCK_LEVEL, new StockLevel(statements));
    if (options.kinds().contains(TpccKind.PURGE)) {
      transactions.put(TpccKind.PURGE, new Purge(statements));
    }
  }

  int statements() {
    return statements.size();
  }

  @Override
  public void attach(Connection connection) {
    statements.attach(connection);
  }

  @Override
  public void prepare() throws SQLException {
    statements.prepareAll();
  }

  @Override
  public void next() {
    inputs.nextAnywhere(worker, count++);
  }

  @Override
  public void next(int terminal, long number) {
    inputs.next(terminal, number);
  }

  @Override
  public int kind() {
    return inputs.kind.ordinal();
  }

  @Override
  public void execute(StatementCounts counts) throws SQLException {
    TpccTransaction transaction = Objects.requireNonNull(transactions.get(inputs.kind));
    statements.start(counts, inputs.set);
    transaction.run(inputs);
    TpccShares.count(inputs, transaction.skipped(), counts);
  }

  /** A new order; sysbench-tpcc may purge it. */
  @Override
  public @Nullable LastWrite lastWrite() {
    return Objects.requireNonNull(transactions.get(inputs.kind))
        .lastWrite(inputs, !transactions.containsKey(TpccKind.PURGE));
  }

  @Override
  public void detach() throws SQLException {
    statements.detach();
  }
}
