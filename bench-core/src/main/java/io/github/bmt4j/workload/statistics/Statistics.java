package io.github.bmt4j.workload.statistics;

import com.google.auto.service.AutoService;
import io.github.bmt4j.option.DeclaredOption;
import io.github.bmt4j.workload.HeavyStatement;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.StatementWorkload;
import io.github.bmt4j.workload.Table;
import io.github.bmt4j.workload.Workload;
import io.github.bmt4j.workload.WorkloadInfo;
import io.github.bmt4j.workload.tpcc.CustomersTable;
import io.github.bmt4j.workload.tpcc.OrderLinesTable;
import io.github.bmt4j.workload.tpcc.OrdersTable;
import java.util.List;
import java.util.stream.Stream;

/**
 * Analytical queries over TPC-C's customers, orders and order lines, one query an operation.
 *
 * <p>In a study such queries lost their connection on a managed server; its solution was to run
 * them in several pieces. Every query here can be split by warehouses, and its answer can be
 * computed without a server.
 */
@AutoService(Workload.class)
public final class Statistics implements StatementWorkload {
  private static final String QUERY = "query";
  private static final String ALL = "all";

  private static final List<StatisticsQuery> QUERIES =
      List.of(
          Rollup.QUERY,
          LastNames.QUERY,
          Credits.QUERY,
          BestCustomers.QUERY,
          LatestOrders.QUERY,
          DistinctItems.QUERY,
          LineAverages.QUERY,
          BestItems.QUERY);

  private static final WorkloadInfo INFO =
      new WorkloadInfo(
          "statistics",
          1,
          "analytical queries over customers, orders and order lines, in turns",
          List.of(
              OrdersTable.rowsParam(100_000),
              DeclaredOption.choice(
                  QUERY,
                  ALL,
                  Stream.concat(Stream.of(ALL), QUERIES.stream().map(StatisticsQuery::name))
                      .toList(),
                  "the query that is run; all: they take turns")));

  @Override
  public WorkloadInfo info() {
    return INFO;
  }

  @Override
  public List<Table> tables(Params params, int threads) {
    long orders = params.number(OrdersTable.ROWS);
    return List.of(OrdersTable.of(orders), OrderLinesTable.of(orders), CustomersTable.of(orders));
  }

  @Override
  public List<HeavyStatement> statements(Params params) {
    long orders = params.number(OrdersTable.ROWS);
    String choice = params.text(QUERY);
    List<StatisticsQuery> chosen =
        QUERIES.stream()
            .filter(query -> choice.equals(ALL) || choice.equals(query.name()))
            .toList();
    ExpectedAnswers expected = new ExpectedAnswers(chosen, orders);
    return chosen.stream()
        .<HeavyStatement>map(query -> new StatisticsStatement(query, orders, expected))
        .toList();
  }
}
