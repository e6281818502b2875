package io.github.bmt4j.workload.oltp;

import com.google.auto.service.AutoService;
import io.github.bmt4j.workload.KeyDistribution;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.SessionContext;
import io.github.bmt4j.workload.Table;
import io.github.bmt4j.workload.Workload;
import io.github.bmt4j.workload.WorkloadInfo;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Long INSERTs of many rows, each worker into a table of its own: sysbench's bulk_insert.
 *
 * <p>An event adds one row to a packet of 512 KiB, and only the event that finds the packet full
 * sends it, some 35,000 rows at a time. So most events cost nothing, a few pay for all, and
 * percentiles of their latency mean little: use the rows per second instead.
 */
@AutoService(Workload.class)
public final class BulkInsert implements Workload {
  private static final WorkloadInfo INFO =
      new WorkloadInfo(
          "bulk_insert",
          1,
          "multi-row INSERTs of 512 KiB, a table for each thread; an event is one row",
          KeyDistribution.PARAMS);

  @Override
  public WorkloadInfo info() {
    return INFO;
  }

  @Override
  public @Nullable Integer addsRows(Params params) {
    return null;
  }

  @Override
  public Set<String> privileges(Params params) {
    return Set.of("SELECT", "INSERT");
  }

  @Override
  public List<Table> tables(Params params, int threads) {
    return IntStream.rangeClosed(1, threads).mapToObj(BulkInsert::table).toList();
  }

  private static Table table(int number) {
    String name = "sbtest" + number;
    return new Table(
        name,
        "CREATE TABLE "
            + name
            + " (id INTEGER NOT NULL, k INTEGER DEFAULT '0' NOT NULL, PRIMARY KEY (id))",
        List.of(),
        0,
        "id",
        "INSERT INTO " + name + " VALUES",
        () -> (sql, row) -> sql.append('(').append(row).append(',').append(row).append(')'));
  }

  @Override
  public int statementsPerConnection(Params params) {
    return 0;
  }

  @Override
  public Session newSession(SessionContext context) {
    return new BulkSession(context.worker() + 1, context.stopwatch());
  }
}
