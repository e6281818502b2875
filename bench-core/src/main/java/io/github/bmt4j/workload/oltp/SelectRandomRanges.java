package io.github.bmt4j.workload.oltp;

import com.google.auto.service.AutoService;
import io.github.bmt4j.option.DeclaredOption;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.RowReader.Column;
import io.github.bmt4j.workload.Workload;
import java.util.Collections;
import java.util.List;

/** One SELECT that counts the rows in several ranges of k: sysbench's select_random_ranges. */
@AutoService(Workload.class)
public final class SelectRandomRanges extends SegmentWorkload {
  public SelectRandomRanges() {
    super(
        "select_random_ranges",
        "one SELECT COUNT over several ranges of k, without a transaction",
        SegmentSelects.repeats("number-of-ranges", "ranges in the SELECT"),
        DeclaredOption.integer(
            "delta", 5, 0, Integer.MAX_VALUE, "last value of a range minus its first"));
  }

  @Override
  SegmentSelects.Query query(Params params) {
    int ranges = params.integer("number-of-ranges");
    long delta = params.number("delta");
    String sql =
        "SELECT count(k) FROM sbtest1 WHERE "
            + String.join(" OR ", Collections.nCopies(ranges, "k BETWEEN ? AND ?"));
    return new SegmentSelects.Query(
        "random-ranges",
        sql,
        List.of(Column.NUMBER),
        (select, keys) -> {
          for (int i = 1; i <= 2 * ranges; i += 2) {
            long first = keys.next();
            select.setLong(i, first);
            select.setLong(i + 1, first + delta);
          }
        });
  }
}
