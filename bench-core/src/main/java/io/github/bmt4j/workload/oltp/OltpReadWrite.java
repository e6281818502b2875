package io.github.bmt4j.workload.oltp;

import com.google.auto.service.AutoService;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.SessionContext;
import io.github.bmt4j.workload.Table;
import io.github.bmt4j.workload.Tally;
import io.github.bmt4j.workload.Workload;
import io.github.bmt4j.workload.WorkloadInfo;
import java.sql.SQLException;
import java.util.List;

/** Transactions of 14 reads and 4 writes, by default: sysbench's oltp_read_write. */
@AutoService(Workload.class)
public final class OltpReadWrite implements Workload {
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
  public List<Table> tables(Params params, int threads) {
    return OltpTables.filled(OltpOptions.of(params));
  }

  @Override
  public int statementsPerConnection(Params params) {
    return counts(params).statements(OltpOptions.of(params));
  }

  @Override
  public Session newSession(SessionContext context) {
    return new OltpSession(context, counts(context.params()), OltpReadWrite::run);
  }

  private static QueryCounts counts(Params params) {
    return QueryCounts.of(OltpOptions.of(params), OltpQuery.ALL);
  }

  private static void run(OltpOperations operations, Tally tally) throws SQLException {
    operations.begin(tally);
    operations.pointSelects(tally);
    operations.rangeSelects(tally);
    operations.indexUpdates(tally);
    operations.nonIndexUpdates(tally);
    operations.deleteInserts(tally);
    operations.commit(tally);
  }
}
