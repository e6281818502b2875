package io.github.bmt4j.workload.statistics;

import io.github.bmt4j.workload.AnswerRows;
import io.github.bmt4j.workload.statistics.Merge.Fold;
import io.github.bmt4j.workload.tpcc.Order;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The average amount and item by the line's place in its order. Averages cannot be merged, so a
 * piece gives sums and counts.
 */
final class LineAverages implements ExpectedResult {
  private static final int AMOUNT_DIGITS = 2;
  private static final int ITEM_DIGITS = 0;

  static final StatisticsQuery QUERY =
      new StatisticsQuery(
          "line_averages",
          text("ol_number, COUNT(*), AVG(ol_amount), AVG(ol_i_id)"),
          text("ol_number, COUNT(*), SUM(ol_amount), SUM(ol_i_id)"),
          LineAverages::merged,
          LineAverages::new);

  private final long[] lines = new long[Order.MOST_LINES];
  private final long[] cents = new long[Order.MOST_LINES];
  private final long[] items = new long[Order.MOST_LINES];

  private LineAverages() {}

  private static WarehouseText text(String columns) {
    String from = " FROM order_line1" + WarehouseText.WHERE + " GROUP BY ol_number";
    return new WarehouseText(columns + from, List.of("ol_w_id"));
  }

  private static List<List<String>> merged(List<AnswerRows> pieces) {
    return Merge.folded(pieces, 1, Fold.SUM, Fold.SUM, Fold.SUM).stream()
        .map(
            row ->
                row(
                    row.get(0),
                    Long.parseLong(row.get(1)),
                    new BigDecimal(row.get(2)),
                    new BigDecimal(row.get(3))))
        .toList();
  }

  private static List<String> row(String number, long lines, BigDecimal amount, BigDecimal items) {
    return Merge.row(
        number,
        lines,
        Merge.average(amount, lines, AMOUNT_DIGITS),
        Merge.average(items, lines, ITEM_DIGITS));
  }

  @Override
  public void add(Order order) {
    for (int line = 0; line < order.lines(); line++) {
      lines[line]++;
      cents[line] += order.cents(line);
      items[line] += order.item(line);
    }
  }

  @Override
  public AnswerRows answer() {
    return new AnswerRows(
        IntStream.range(0, lines.length)
            .filter(line -> lines[line] > 0)
            .mapToObj(
                line ->
                    row(
                        Integer.toString(line + 1),
                        lines[line],
                        BigDecimal.valueOf(cents[line], AMOUNT_DIGITS),
                        BigDecimal.valueOf(items[line])))
            .toList());
  }
}
