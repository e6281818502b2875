package io.github.bmt4j.workload.oltp;

import com.google.auto.service.AutoService;
import io.github.bmt4j.workload.Workload;
import java.util.Set;

/** Transactions of 14 reads, by default: sysbench's oltp_read_only. */
@AutoService(Workload.class)
public final class OltpReadOnly extends OltpScript {
  public OltpReadOnly() {
    super(
        "oltp_read_only",
        "transactions of point and range SELECTs",
        Set.of("SELECT"),
        options -> QueryCounts.inTransaction(options, OltpQuery.READS),
        OltpOperations.Transaction.of(OltpOperations::pointSelects, OltpOperations::rangeSelects));
  }
}
