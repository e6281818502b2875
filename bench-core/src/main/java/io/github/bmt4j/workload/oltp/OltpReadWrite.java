package io.github.bmt4j.workload.oltp;

import com.google.auto.service.AutoService;
import io.github.bmt4j.workload.StatementCounts;
import io.github.bmt4j.workload.Workload;
import io.github.bmt4j.workload.WorkloadInfo;
import java.sql.SQLException;

/** Transactions of 14 reads and 4 writes, by default: sysbench's oltp_read_write. */
@AutoService(Workload.class)
public final class OltpReadWrite implements OltpScript {
  private static final WorkloadInfo INFO =
      new WorkloadInfo(
          "oltp_read_write",
          1,
          "transactions of point and range SELECTs, UPDATEs, a DELETE and an INSERT",
          OltpOptions.specs());

  @Override
  public WorkloadInfo info() {
    return INFO;
  }

  @Override
  public QueryCounts counts(OltpOptions options) {
    return QueryCounts.inTransaction(options, OltpQuery.ALL);
  }

  @Override
  public OltpSession.Transaction transaction() {
    return OltpReadWrite::run;
  }

  private static void run(OltpOperations operations, StatementCounts counts) throws SQLException {
    operations.begin(counts);
    operations.pointSelects(counts);
    operations.rangeSelects(counts);
    operations.indexUpdates(counts);
    operations.nonIndexUpdates(counts);
    operations.deleteInserts(counts);
    operations.commit(counts);
  }
}
