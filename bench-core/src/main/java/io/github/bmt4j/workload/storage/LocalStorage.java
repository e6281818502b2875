package io.github.bmt4j.workload.storage;

import com.google.auto.service.AutoService;
import io.github.bmt4j.workload.ParamSpec;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.SessionContext;
import io.github.bmt4j.workload.Table;
import io.github.bmt4j.workload.Workload;
import io.github.bmt4j.workload.WorkloadInfo;
import java.util.List;

/**
 * A sort, a grouping and a temporary table over all rows of TPC-C's orders, one query an operation.
 *
 * <p>They are the queries by which a study compared the local storage of Aurora's instance classes,
 * on 29,000,000 rows. Whether a server does them in memory or on disk depends on its settings and
 * the number of rows.
 */
@AutoService(Workload.class)
public final class LocalStorage implements Workload {
  private static final WorkloadInfo INFO =
      new WorkloadInfo(
          "local_storage",
          1,
          "a big sort, a GROUP BY and a temporary table over all orders, in turns",
          List.of(
              ParamSpec.integer(
                  OrdersTable.ROWS,
                  1_000_000,
                  OrdersTable.MIN_ROWS,
                  OrdersTable.MAX_ROWS,
                  "rows in the table of orders"),
              ParamSpec.choice(
                  StorageQuery.OPTION,
                  StorageQuery.ALL,
                  StorageQuery.choices(),
                  "the query that is run; all: they take turns")));

  @Override
  public WorkloadInfo info() {
    return INFO;
  }

  @Override
  public List<Table> tables(Params params, int threads) {
    return List.of(OrdersTable.of(params.number(OrdersTable.ROWS)));
  }

  @Override
  public int statementsPerConnection(Params params) {
    return 0;
  }

  @Override
  public Session newSession(SessionContext context) {
    return new StorageSession(
        StorageQuery.chosen(context.params().text(StorageQuery.OPTION)), context.worker());
  }
}
