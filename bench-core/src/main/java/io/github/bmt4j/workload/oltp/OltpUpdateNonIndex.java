package io.github.bmt4j.workload.oltp;

import com.google.auto.service.AutoService;
import io.github.bmt4j.workload.Workload;
import io.github.bmt4j.workload.WorkloadInfo;
import java.util.Set;

/**
 * UPDATEs of a column without an index, each its own transaction: sysbench's oltp_update_non_index,
 * which does {@code --non-index-updates} of them.
 */
@AutoService(Workload.class)
public final class OltpUpdateNonIndex implements OltpScript {
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
  public Set<String> privileges() {
    return Set.of("SELECT", "UPDATE");
  }

  @Override
  public QueryCounts counts(OltpOptions options) {
    return QueryCounts.of(options, Set.of(OltpQuery.NON_INDEX_UPDATE));
  }

  @Override
  public OltpSession.Transaction transaction() {
    return OltpOperations::nonIndexUpdates;
  }
}
