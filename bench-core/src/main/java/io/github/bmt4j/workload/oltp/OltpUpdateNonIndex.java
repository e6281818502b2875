package io.github.bmt4j.workload.oltp;

import com.google.auto.service.AutoService;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.SessionContext;
import io.github.bmt4j.workload.Table;
import io.github.bmt4j.workload.Workload;
import io.github.bmt4j.workload.WorkloadInfo;
import java.util.List;
import java.util.Set;

/**
 * UPDATEs of a column without an index, each its own transaction: sysbench's oltp_update_non_index,
 * which does {@code --non-index-updates} of them.
 */
@AutoService(Workload.class)
public final class OltpUpdateNonIndex implements Workload {
  private static final WorkloadInfo INFO =
      new WorkloadInfo(
          "oltp_update_non_index",
          1,
          "UPDATE of a column without an index by id, without a transaction",
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
    return new OltpSession(context, counts(context.params()), OltpOperations::nonIndexUpdates);
  }

  private static QueryCounts counts(Params params) {
    return QueryCounts.of(OltpOptions.of(params), Set.of(OltpQuery.NON_INDEX_UPDATE));
  }
}
