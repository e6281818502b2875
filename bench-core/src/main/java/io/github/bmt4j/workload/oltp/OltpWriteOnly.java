package io.github.bmt4j.workload.oltp;

import com.google.auto.service.AutoService;
import io.github.bmt4j.workload.Workload;
import java.util.Set;

/** Transactions of 4 writes, by default: sysbench's oltp_write_only. */
@AutoService(Workload.class)
public final class OltpWriteOnly extends OltpScript {
  public OltpWriteOnly() {
    super(
        "oltp_write_only",
        "transactions of UPDATEs, a DELETE and an INSERT",
        Set.of("SELECT", "INSERT", "UPDATE", "DELETE"),
        options -> QueryCounts.inTransaction(options, OltpQuery.WRITES),
        OltpOperations.Transaction.of(
            OltpOperations::indexUpdates,
            OltpOperations::nonIndexUpdates,
            OltpOperations::deleteInserts));
  }
}
