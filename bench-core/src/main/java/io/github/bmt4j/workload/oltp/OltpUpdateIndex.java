package io.github.bmt4j.workload.oltp;

import com.google.auto.service.AutoService;
import io.github.bmt4j.workload.Workload;
import io.github.bmt4j.workload.WorkloadInfo;
import java.util.Set;

/**
 * UPDATEs of the indexed column, each its own transaction: sysbench's oltp_update_index, which does
 * {@code --index-updates} of them.
 */
@AutoService(Workload.class)
public final class OltpUpdateIndex implements OltpScript {
  private static final WorkloadInfo INFO =
      new WorkloadInfo(
          "oltp_update_index",
          1,
          "UPDATE of an indexed column by id, without a transaction",
          OltpOptions.specs());

  @Override
  public WorkloadInfo info() {
    return INFO;
  }

  @Override
  public Set<String> privileges() {
    return Set.of("SELECT", "UPDATE");
  }

  @Override
  public QueryCounts counts(OltpOptions options) {
    return QueryCounts.of(options, Set.of(OltpQuery.INDEX_UPDATE));
  }

  @Override
  public OltpSession.Transaction transaction() {
    return OltpOperations::indexUpdates;
  }
}
