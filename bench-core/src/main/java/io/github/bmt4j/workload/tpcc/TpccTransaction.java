package io.github.bmt4j.workload.tpcc;

import io.github.bmt4j.workload.LastWrite;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Transaction of one kind. */
abstract class TpccTransaction {
  final TpccStatements statements;
  final TpccMode mode;

  TpccTransaction(TpccStatements statements) {
    this.statements = statements;
    this.mode = statements.mode;
  }

  /** Executes it once, from BEGIN to COMMIT or ROLLBACK. */
  abstract void run(TpccInputs in) throws SQLException;

  /**
   * The write of the last execution, which has succeeded; absent in most transactions.
   *
   * @param kept true if no transaction of the load deletes orders
   */
  @Nullable LastWrite lastWrite(TpccInputs in, boolean kept) {
    return null;
  }

  /** Districts without a new order that the last execution, a delivery, skipped. */
  int skipped() {
    return 0;
  }
}
