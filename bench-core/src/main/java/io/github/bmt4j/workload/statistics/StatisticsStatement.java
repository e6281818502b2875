package io.github.bmt4j.workload.statistics;

import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.workload.AnswerRows;
import io.github.bmt4j.workload.HeavyStatement;
import io.github.bmt4j.workload.tpcc.Order;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A query over a number of orders, to be timed alone.
 *
 * @param expectedAnswers its answer, and the answers of the other chosen queries
 */
record StatisticsStatement(StatisticsQuery query, long orders, ExpectedAnswers expectedAnswers)
    implements HeavyStatement {
  @Override
  public String name() {
    return query.name();
  }

  @Override
  public Kind kind() {
    return Kind.QUERY;
  }

  @Override
  public Optional<String> obstacle(ServerProduct server) {
    return query.equals(LatestOrders.QUERY) && !server.hasWindowFunctions()
        ? Optional.of("this server has no window functions")
        : Optional.empty();
  }

  @Override
  public String sql(ServerProduct server) {
    return select(server) + query.text().whole();
  }

  /** Takes as long as {@link #expected}, because it computes the answer. */
  @Override
  public long rows() {
    return expectedAnswers.of(query).rows().size();
  }

  @Override
  public List<String> pieces(ServerProduct server, int pieces) {
    int warehouses = Order.warehousesOf(orders);
    int parts = Math.min(pieces, warehouses);
    List<String> texts = new ArrayList<>(parts);
    for (int part = 0; part < parts; part++) {
      int first = (int) ((long) warehouses * part / parts) + 1;
      int last = (int) ((long) warehouses * (part + 1) / parts);
      texts.add(select(server) + query.pieceText().between(first, last));
    }
    return texts;
  }

  @Override
  public AnswerRows merged(List<AnswerRows> pieces) {
    return new AnswerRows(query.merged().apply(pieces));
  }

  @Override
  public Optional<AnswerRows> expected() {
    return Optional.of(expectedAnswers.of(query));
  }

  private static String select(ServerProduct server) {
    return server.takesNoCache() ? "SELECT SQL_NO_CACHE " : "SELECT ";
  }
}
