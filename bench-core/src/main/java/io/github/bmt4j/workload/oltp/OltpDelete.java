package io.github.bmt4j.workload.oltp;

import com.google.auto.service.AutoService;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.SessionContext;
import io.github.bmt4j.workload.Table;
import io.github.bmt4j.workload.Workload;
import io.github.bmt4j.workload.WorkloadInfo;
import java.util.List;

/**
 * One DELETE by id, whatever {@code --delete-inserts} says: sysbench's oltp_delete. The rows become
 * fewer, and more and more DELETEs find nothing and count as other.
 */
@AutoService(Workload.class)
public final class OltpDelete implements Workload {
  private static final WorkloadInfo INFO =
      new WorkloadInfo(
          "oltp_delete",
          1,
          "one DELETE by id, without a transaction; the rows become fewer",
          OltpOptions.specs());

  private static final QueryCounts COUNTS = QueryCounts.once(OltpQuery.DELETE);

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
    return COUNTS.statements(OltpOptions.of(params));
  }

  @Override
  public Session newSession(SessionContext context) {
    return new OltpSession(context, COUNTS, OltpOperations::deletes);
  }
}
