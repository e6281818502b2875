package io.github.bmt4j.workload.oltp;

import com.google.auto.service.AutoService;
import io.github.bmt4j.workload.StatementCounts;
import io.github.bmt4j.workload.Workload;
import io.github.bmt4j.workload.WorkloadInfo;
import java.sql.SQLException;
import java.util.Set;

/** Transactions of 14 reads, by default: sysbench's oltp_read_only. */
@AutoService(Workload.class)
public final class OltpReadOnly implements OltpScript {
  private static final WorkloadInfo INFO =
      new WorkloadInfo(
          "oltp_read_only", 1, "transactions of point and range SELECTs", OltpOptions.specs());

  @Override
  public WorkloadInfo info() {
    return INFO;
  }

  @Override
  public Set<String> privileges() {
    return Set.of("SELECT");
  }

  @Override
  public QueryCounts counts(OltpOptions options) {
    return QueryCounts.inTransaction(options, OltpQuery.READS);
  }

  @Override
  public OltpSession.Transaction transaction() {
    return OltpReadOnly::run;
  }

  private static void run(OltpOperations operations, StatementCounts counts) throws SQLException {
    operations.begin(counts);
    operations.pointSelects(counts);
    operations.rangeSelects(counts);
    operations.commit(counts);
  }
}
