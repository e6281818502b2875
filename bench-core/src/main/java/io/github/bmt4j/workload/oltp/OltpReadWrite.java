package io.github.bmt4j.workload.oltp;

import com.google.auto.service.AutoService;
import io.github.bmt4j.workload.Workload;
import java.util.Set;

/** Transactions of 14 reads and 4 writes, by default: sysbench's oltp_read_write. */
@AutoService(Workload.class)
public final class OltpReadWrite extends OltpScript {
  public OltpReadWrite() {
    super(
        "oltp_read_write",
        "transactions of point and range SELECTs, UPDATEs, a DELETE and an INSERT",
        Set.of("SELECT", "INSERT", "UPDATE", "DELETE"),
        options -> QueryCounts.inTransaction(options, OltpQuery.ALL),
        OltpOperations.Transaction.of(
            OltpOperations::pointSelects,
            OltpOperations::rangeSelects,
            OltpOperations::indexUpdates,
            OltpOperations::nonIndexUpdates,
            OltpOperations::deleteInserts));
  }
}
