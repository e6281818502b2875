package io.github.bmt4j.workload.statistics;

import io.github.bmt4j.workload.AnswerRows;
import io.github.bmt4j.workload.statistics.Merge.Fold;
import io.github.bmt4j.workload.tpcc.Order;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The items with the largest sales. Every warehouse sells every item, so a piece must return all of
 * its items: the overall best may be in no piece's best.
 */
final class BestItems implements ExpectedResult {
  private static final int LIMIT = 100;
  private static final String GROUPS =
      "ol_i_id, COUNT(*), SUM(ol_amount) FROM order_line1"
          + WarehouseText.WHERE
          + " GROUP BY ol_i_id";

  static final StatisticsQuery QUERY =
      new StatisticsQuery(
          "best_items",
          text(GROUPS + " ORDER BY SUM(ol_amount) DESC, ol_i_id LIMIT " + LIMIT),
          text(GROUPS),
          BestItems::merged,
          BestItems::new);

  private final long[] lines = new long[Order.ITEMS + 1];
  private final long[] cents = new long[Order.ITEMS + 1];

  private BestItems() {}

  private static WarehouseText text(String text) {
    return new WarehouseText(text, List.of("ol_w_id"));
  }

  private static List<List<String>> merged(List<AnswerRows> pieces) {
    return Merge.first(
        Merge.folded(pieces, 1, Fold.SUM, Fold.SUM),
        LIMIT,
        Merge.byNumber(2).reversed().thenComparing(Merge.byNumber(0)));
  }

  @Override
  public void add(Order order) {
    for (int line = 0; line < order.lines(); line++) {
      lines[order.item(line)]++;
      cents[order.item(line)] += order.cents(line);
    }
  }

  @Override
  public AnswerRows answer() {
    return new AnswerRows(
        IntStream.rangeClosed(1, Order.ITEMS)
            .filter(item -> lines[item] > 0)
            .boxed()
            .sorted(
                Comparator.comparingLong((Integer item) -> cents[item])
                    .reversed()
                    .thenComparing(Comparator.naturalOrder()))
            .limit(LIMIT)
            .map(item -> Merge.row(item, lines[item], Merge.money(cents[item])))
            .toList());
  }
}
