package io.github.bmt4j.workload.statistics;

import io.github.bmt4j.workload.Answer;
import io.github.bmt4j.workload.statistics.Merge.Fold;
import io.github.bmt4j.workload.tpcc.Order;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The items that most was spent on. Every warehouse sells every item, so a piece must give all of
 * its items: the best of all may be among no piece's best.
 */
final class BestItems implements StatisticsQuery {
  private static final int LIMIT = 100;
  private static final String GROUPS =
      "ol_i_id, COUNT(*), SUM(ol_amount) FROM order_line1"
          + WarehouseText.WHERE
          + " GROUP BY ol_i_id";

  @Override
  public String name() {
    return "best_items";
  }

  @Override
  public WarehouseText text() {
    return new WarehouseText(
        GROUPS + " ORDER BY SUM(ol_amount) DESC, ol_i_id LIMIT " + LIMIT, List.of("ol_w_id"));
  }

  @Override
  public WarehouseText pieceText() {
    return new WarehouseText(GROUPS, List.of("ol_w_id"));
  }

  @Override
  public Answer merged(List<Answer> pieces) {
    return new Answer(
        Merge.first(
            Merge.folded(pieces, 1, Fold.SUM, Fold.SUM),
            LIMIT,
            Merge.byNumber(2).reversed().thenComparing(Merge.byNumber(0))));
  }

  @Override
  public ExpectedResult reckoning() {
    return new ExpectedResult() {
      private final long[] lines = new long[Order.ITEMS + 1];
      private final long[] cents = new long[Order.ITEMS + 1];

      @Override
      public void add(Order order) {
        for (int line = 0; line < order.lines(); line++) {
          lines[order.item(line)]++;
          cents[order.item(line)] += order.cents(line);
        }
      }

      @Override
      public Answer answer() {
        return new Answer(
            IntStream.rangeClosed(1, Order.ITEMS)
                .filter(item -> lines[item] > 0)
                .boxed()
                .sorted(
                    Comparator.comparingLong((Integer item) -> cents[item])
                        .reversed()
                        .thenComparing(Comparator.naturalOrder()))
                .limit(LIMIT)
                .map(
                    item ->
                        List.of(
                            Integer.toString(item),
                            Long.toString(lines[item]),
                            Answer.number(BigDecimal.valueOf(cents[item], 2))))
                .toList());
      }
    };
  }
}
