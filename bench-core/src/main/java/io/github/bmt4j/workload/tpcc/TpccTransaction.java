package io.github.bmt4j.workload.tpcc;

import io.github.bmt4j.workload.WriteTrace;
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

  /** Trace by which the last execution's write can be found again; absent for most. */
  @Nullable WriteTrace trace(TpccInputs in) {
    return null;
  }

  /** Districts without a new order that the last execution, a delivery, skipped. */
  int skipped() {
    return 0;
  }
}
