package io.github.bmt4j.workload.tpcc;

import java.sql.SQLException;

/** What a kind of transactions does. */
interface TpccTransaction {
  /** Executes it once, from BEGIN to COMMIT or ROLLBACK. */
  void run(TpccInputs in) throws SQLException;

  /** Districts without a new order that the last execution, a delivery, skipped. */
  default int skipped() {
    return 0;
  }
}
