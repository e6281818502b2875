package io.github.bmt4j.workload.storage;

import com.google.auto.service.AutoService;
import io.github.bmt4j.option.DeclaredOption;
import io.github.bmt4j.workload.HeavyStatement;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.StatementWorkload;
import io.github.bmt4j.workload.Table;
import io.github.bmt4j.workload.Workload;
import io.github.bmt4j.workload.WorkloadInfo;
import io.github.bmt4j.workload.tpcc.OrdersTable;
import java.util.List;
import java.util.Optional;

/**
 * A sort, a grouping and a temporary table over all rows of TPC-C's orders, one query an operation.
 *
 * <p>They are the queries by which a study compared the local storage of Aurora's instance classes,
 * on 29,000,000 rows. Whether a server does them in memory or on disk depends on its settings and
 * the number of rows.
 */
@AutoService(Workload.class)
public final class LocalStorage implements StatementWorkload {
  private static final String LADDER_TABLE = "orders1_ladder";

  private static final WorkloadInfo INFO =
      new WorkloadInfo(
          "local_storage",
          1,
          "a big sort, a GROUP BY and a temporary table over all orders, in turns",
          List.of(
              OrdersTable.rowsParam(1_000_000),
              DeclaredOption.choice(
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
  public List<HeavyStatement> statements(Params params) {
    return statements(params, OrdersTable.NAME, params.number(OrdersTable.ROWS));
  }

  @Override
  public Optional<Rung> rung(Params params, long rows) {
    return Optional.of(
        new Rung(OrdersTable.of(LADDER_TABLE, rows), statements(params, LADDER_TABLE, rows)));
  }

  private static List<HeavyStatement> statements(Params params, String table, long rows) {
    return StorageQuery.chosen(params.text(StorageQuery.OPTION)).stream()
        .<HeavyStatement>map(query -> new StorageStatement(query, table, rows))
        .toList();
  }
}
