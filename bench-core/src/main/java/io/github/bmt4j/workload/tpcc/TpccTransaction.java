package io.github.bmt4j.workload.tpcc;

import io.github.bmt4j.workload.WriteTrace;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Transaction of one kind. */
interface TpccTransaction {
  /** Executes it once, from BEGIN to COMMIT or ROLLBACK. */
  void run(TpccInputs in) throws SQLException;

  /** By what the last execution's write can be found again; nothing for most. */
  default @Nullable WriteTrace trace(TpccInputs in) {
    return null;
  }

  /** Districts without a new order that the last execution, a delivery, skipped. */
  default int skipped() {
    return 0;
  }
}
