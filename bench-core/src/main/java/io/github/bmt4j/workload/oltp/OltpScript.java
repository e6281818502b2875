package io.github.bmt4j.workload.oltp;

import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.SessionContext;
import io.github.bmt4j.workload.Table;
import io.github.bmt4j.workload.Workload;
import java.util.List;

/**
 * A workload on filled sbtest tables whose transactions are put together from {@link
 * OltpOperations}.
 */
interface OltpScript extends Workload {
  /** Which queries a transaction runs, and how often. */
  QueryCounts counts(OltpOptions options);

  /** What a transaction does. */
  OltpSession.Transaction transaction();

  @Override
  default List<Table> tables(Params params, int threads) {
    return OltpTables.filled(OltpOptions.of(params));
  }

  @Override
  default int statementsPerConnection(Params params) {
    OltpOptions options = OltpOptions.of(params);
    return counts(options).statements(options);
  }

  @Override
  default Session newSession(SessionContext context) {
    return new OltpSession(context, counts(OltpOptions.of(context.params())), transaction());
  }
}
