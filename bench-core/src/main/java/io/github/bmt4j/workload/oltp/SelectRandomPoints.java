package io.github.bmt4j.workload.oltp;

import com.google.auto.service.AutoService;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.RowReader.Column;
import io.github.bmt4j.workload.Workload;
import java.util.Collections;
import java.util.List;

/** One SELECT of rows by several values of k: sysbench's select_random_points. */
@AutoService(Workload.class)
public final class SelectRandomPoints extends SegmentWorkload {
  public SelectRandomPoints() {
    super(
        "select_random_points",
        "one SELECT with a list of values of k, without a transaction",
        SegmentSelects.repeats("random-points", "values in the SELECT's list"));
  }

  @Override
  SegmentSelects.Query query(Params params) {
    int points = params.integer("random-points");
    String sql =
        "SELECT id, k, c, pad FROM sbtest1 WHERE k IN ("
            + String.join(", ", Collections.nCopies(points, "?"))
            + ")";
    return new SegmentSelects.Query(
        "random-points",
        sql,
        List.of(Column.NUMBER, Column.NUMBER, Column.TEXT, Column.TEXT),
        (select, keys) -> {
          for (int i = 1; i <= points; i++) {
            select.setLong(i, keys.next());
          }
        });
  }
}
