package io.github.bmt4j.jmh.twin;

import io.github.bmt4j.workload.SplitMix64;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/** A burst of tasks, each of which borrows a connection, selects a row and gives it back. */
public final class PointTasks {
  /** Tasks of a burst. */
  public static final int TASKS = 100;

  private final List<Callable<Row>> tasks = new ArrayList<>();

  /** Tasks over a pool; the ids of each are a function of its number. */
  public PointTasks(TenConnections pool) {
    for (int i = 0; i < TASKS; i++) {
      SplitMix64 random = new SplitMix64(SplitMix64.stateOf(1, i));
      tasks.add(() -> row(pool, 1 + random.nextInt(RowTable.POINT_ROWS)));
    }
  }

  /** Begins all, and waits for the last one; gives a sum over the rows. */
  public long run(ExecutorService executor) throws InterruptedException, ExecutionException {
    long sum = 0;
    for (Future<Row> done : executor.invokeAll(tasks)) {
      sum += done.get().k();
    }
    return sum;
  }

  /** The same, with the rows as text in the order of the tasks. */
  public List<String> lines(ExecutorService executor)
      throws InterruptedException, ExecutionException {
    List<String> lines = new ArrayList<>();
    for (Future<Row> done : executor.invokeAll(tasks)) {
      lines.add(done.get().toString());
    }
    return lines;
  }

  private static Row row(TenConnections pool, int id) throws SQLException {
    try (Connection connection = pool.borrow();
        PointSelect select = PointSelect.prepared(connection)) {
      return select.row(id);
    }
  }
}
