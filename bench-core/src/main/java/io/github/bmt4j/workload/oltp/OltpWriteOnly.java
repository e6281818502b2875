package io.github.bmt4j.workload.oltp;

import com.google.auto.service.AutoService;
import io.github.bmt4j.workload.StatementCounts;
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

  private static void run(OltpOperations operations, StatementCounts counts) throws SQLException {
    operations.begin(counts);
    operations.indexUpdates(counts);
    operations.nonIndexUpdates(counts);
    operations.deleteInserts(counts);
    operations.commit(counts);
  }
}
