package io.github.bmt4j.workload.oltp;

import io.github.bmt4j.option.DeclaredOption;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.SessionContext;
import io.github.bmt4j.workload.Table;
import io.github.bmt4j.workload.Workload;
import io.github.bmt4j.workload.WorkloadInfo;
import java.util.List;
import java.util.Set;

/** A workload of {@link SegmentSelects} on the first sbtest table. */
abstract class SegmentWorkload implements Workload {
  private final WorkloadInfo info;

  SegmentWorkload(String name, String summary, DeclaredOption<?>... options) {
    info = new WorkloadInfo(name, 1, summary, OltpOptions.oneTableSpecs(options));
  }

  abstract SegmentSelects.Query query(Params params);

  @Override
  public final WorkloadInfo info() {
    return info;
  }

  @Override
  public final Set<String> privileges(Params params) {
    return Set.of("SELECT");
  }

  @Override
  public final List<Table> tables(Params params, int threads) {
    return OltpTables.filled(OltpOptions.of(params));
  }

  @Override
  public final int statementsPerConnection(Params params) {
    return 1;
  }

  @Override
  public final Session newSession(SessionContext context) {
    return new SegmentSelects(context, query(context.params()));
  }
}
