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

/** Transactions of 14 reads, by default: sysbench's oltp_read_only. */
@AutoService(Workload.class)
public final class OltpReadOnly implements Workload {
  private static final WorkloadInfo INFO =
      new WorkloadInfo(
          "oltp_read_only", 1, "transactions of point and range SELECTs", OltpOptions.specs());

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
    return new OltpSession(context, counts(context.params()), OltpReadOnly::run);
  }

  private static QueryCounts counts(Params params) {
    return QueryCounts.of(OltpOptions.of(params), OltpQuery.READS);
  }

  private static void run(OltpOperations operations, Tally tally) throws SQLException {
    operations.begin(tally);
    operations.pointSelects(tally);
    operations.rangeSelects(tally);
    operations.commit(tally);
  }
}
