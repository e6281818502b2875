package io.github.bmt4j.workload.oltp;

import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.SessionContext;
import io.github.bmt4j.workload.Table;
import io.github.bmt4j.workload.Workload;
import io.github.bmt4j.workload.WorkloadInfo;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** A workload on filled sbtest tables with transactions composed from {@link OltpOperations}. */
abstract class OltpScript implements Workload {
  private final WorkloadInfo info;
  private final Set<String> privileges;
  private final Function<OltpOptions, QueryCounts> counts;
  private final OltpOperations.Transaction transaction;

  OltpScript(
      String name,
      String summary,
      Set<String> privileges,
      Function<OltpOptions, QueryCounts> counts,
      OltpOperations.Transaction transaction) {
    info = new WorkloadInfo(name, 1, summary, OltpOptions.specs());
    this.privileges = privileges;
    this.counts = counts;
    this.transaction = transaction;
  }

  @Override
  public final WorkloadInfo info() {
    return info;
  }

  @Override
  public final Set<String> privileges(Params params) {
    return privileges;
  }

  @Override
  public final List<Table> tables(Params params, int threads) {
    return OltpTables.filled(OltpOptions.of(params));
  }

  @Override
  public final int statementsPerConnection(Params params) {
    OltpOptions options = OltpOptions.of(params);
    return counts.apply(options).statements(options);
  }

  @Override
  public final Session newSession(SessionContext context) {
    return new OltpOperations(context, counts.apply(OltpOptions.of(context.params())), transaction);
  }
}
