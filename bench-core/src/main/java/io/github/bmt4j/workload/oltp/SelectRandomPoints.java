package io.github.bmt4j.workload.oltp;

import com.google.auto.service.AutoService;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.RowReader.Column;
import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.SessionContext;
import io.github.bmt4j.workload.Table;
import io.github.bmt4j.workload.Workload;
import io.github.bmt4j.workload.WorkloadInfo;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** One SELECT of rows by several values of k: sysbench's select_random_points. */
@AutoService(Workload.class)
public final class SelectRandomPoints implements Workload {
  private static final WorkloadInfo INFO =
      new WorkloadInfo(
          "select_random_points",
          1,
          "one SELECT with a list of values of k, without a transaction",
          OltpOptions.oneTableSpecs(
              SegmentSelects.repeats("random-points", "values in the SELECT's list")));

  @Override
  public WorkloadInfo info() {
    return INFO;
  }

  @Override
  public Set<String> privileges(Params params) {
    return Set.of("SELECT");
  }

  @Override
  public List<Table> tables(Params params, int threads) {
    return OltpTables.filled(OltpOptions.of(params));
  }

  @Override
  public int statementsPerConnection(Params params) {
    return 1;
  }

  @Override
  public Session newSession(SessionContext context) {
    int points = context.params().integer("random-points");
    String sql =
        "SELECT id, k, c, pad FROM sbtest1 WHERE k IN ("
            + String.join(", ", Collections.nCopies(points, "?"))
            + ")";
    return new SegmentSelects(
        context,
        new SegmentSelects.Query(
            "random-points",
            sql,
            List.of(Column.NUMBER, Column.NUMBER, Column.TEXT, Column.TEXT),
            (select, keys) -> {
              for (int i = 1; i <= points; i++) {
                select.setLong(i, keys.next());
              }
            }));
  }
}
