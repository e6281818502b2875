package io.github.bmt4j.workload.oltp;

import com.google.auto.service.AutoService;
import io.github.bmt4j.workload.Workload;
import io.github.bmt4j.workload.WorkloadInfo;
import java.util.Set;

/** One SELECT by id, whatever {@code --point-selects} says, as in sysbench's oltp_point_select. */
@AutoService(Workload.class)
public final class OltpPointSelect implements OltpScript {
  private static final WorkloadInfo INFO =
      new WorkloadInfo(
          "oltp_point_select", 1, "one SELECT by id, without a transaction", OltpOptions.specs());

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
    return QueryCounts.once(OltpQuery.POINT_SELECT);
  }

  @Override
  public OltpSession.Transaction transaction() {
    return OltpOperations::pointSelects;
  }
}
