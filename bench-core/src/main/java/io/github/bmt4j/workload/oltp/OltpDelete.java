package io.github.bmt4j.workload.oltp;

import com.google.auto.service.AutoService;
import io.github.bmt4j.workload.Workload;
import io.github.bmt4j.workload.WorkloadInfo;
import java.util.Set;

/**
 * One DELETE by id, whatever {@code --delete-inserts} says: sysbench's oltp_delete. The rows become
 * fewer, and more and more DELETEs find nothing and count as other.
 */
@AutoService(Workload.class)
public final class OltpDelete implements OltpScript {
  private static final WorkloadInfo INFO =
      new WorkloadInfo(
          "oltp_delete",
          1,
          "one DELETE by id, without a transaction; the rows become fewer",
          OltpOptions.specs());

  @Override
  public WorkloadInfo info() {
    return INFO;
  }

  @Override
  public boolean keepsRows() {
    return false;
  }

  @Override
  public Set<String> privileges() {
    return Set.of("SELECT", "DELETE");
  }

  @Override
  public QueryCounts counts(OltpOptions options) {
    return QueryCounts.once(OltpQuery.DELETE);
  }

  @Override
  public OltpSession.Transaction transaction() {
    return OltpOperations::deletes;
  }
}
