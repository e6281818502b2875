package io.github.bmt4j.workload.oltp;

import com.google.auto.service.AutoService;
import io.github.bmt4j.workload.ParamSpec;
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

/** One SELECT that counts the rows in several ranges of k: sysbench's select_random_ranges. */
@AutoService(Workload.class)
public final class SelectRandomRanges implements Workload {
  private static final WorkloadInfo INFO =
      new WorkloadInfo(
          "select_random_ranges",
          1,
          "one SELECT COUNT over several ranges of k, without a transaction",
          OltpOptions.oneTableSpecs(
              SegmentSelects.repeats("number-of-ranges", "ranges in the SELECT"),
              ParamSpec.integer(
                  "delta", 5, 0, Integer.MAX_VALUE, "last value of a range minus its first")));

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
    int ranges = context.params().integer("number-of-ranges");
    long delta = context.params().number("delta");
    String sql =
        "SELECT count(k) FROM sbtest1 WHERE "
            + String.join(" OR ", Collections.nCopies(ranges, "k BETWEEN ? AND ?"));
    return new SegmentSelects(
        context,
        new SegmentSelects.Query(
            "random-ranges",
            sql,
            List.of(Column.NUMBER),
            (select, keys) -> {
              for (int i = 1; i <= 2 * ranges; i += 2) {
                long first = keys.next();
                select.setLong(i, first);
                select.setLong(i + 1, first + delta);
              }
            }));
  }
}
