package io.github.bmt4j.workload.oltp;

import com.google.auto.service.AutoService;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.SessionContext;
import io.github.bmt4j.workload.Table;
import io.github.bmt4j.workload.Workload;
import io.github.bmt4j.workload.WorkloadInfo;
import java.util.List;

/** One SELECT by id, whatever {@code --point-selects} says, as in sysbench's oltp_point_select. */
@AutoService(Workload.class)
public final class OltpPointSelect implements Workload {
  private static final WorkloadInfo INFO =
      new WorkloadInfo(
          "oltp_point_select", 1, "one SELECT by id, without a transaction", OltpOptions.specs());

  private static final QueryCounts COUNTS = QueryCounts.once(OltpQuery.POINT_SELECT);

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
    return new OltpSession(context, COUNTS, OltpOperations::pointSelects);
  }
}
