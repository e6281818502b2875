package io.github.bmt4j.workload.oltp;

import com.google.auto.service.AutoService;
import io.github.bmt4j.workload.Tally;
import io.github.bmt4j.workload.Workload;
import io.github.bmt4j.workload.WorkloadInfo;
import java.sql.SQLException;

/** Transactions of 4 writes, by default: sysbench's oltp_write_only. */
@AutoService(Workload.class)
public final class OltpWriteOnly implements OltpScript {
  private static final WorkloadInfo INFO =
      new WorkloadInfo(
          "oltp_write_only",
          1,
          "transactions of UPDATEs, a DELETE and an INSERT",
          OltpOptions.specs());

  @Override
  public WorkloadInfo info() {
    return INFO;
  }

  @Override
  public QueryCounts counts(OltpOptions options) {
    return QueryCounts.inTransaction(options, OltpQuery.WRITES);
  }

  @Override
  public OltpSession.Transaction transaction() {
    return OltpWriteOnly::run;
  }

  private static void run(OltpOperations operations, Tally tally) throws SQLException {
    operations.begin(tally);
    operations.indexUpdates(tally);
    operations.nonIndexUpdates(tally);
    operations.deleteInserts(tally);
    operations.commit(tally);
  }
}
