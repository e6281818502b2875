package io.github.bmt4j.jmh;

import io.github.bmt4j.jmh.fork.Feature;
import io.github.bmt4j.jmh.fork.Needs;
import io.github.bmt4j.jmh.fork.TrialServer;
import io.github.bmt4j.jmh.twin.PointSelect;
import io.github.bmt4j.jmh.twin.PointTwin;
import io.github.bmt4j.jmh.twin.Row;
import io.github.bmt4j.jmh.twin.RowTable;
import io.github.bmt4j.jmh.twin.TenConnections;
import io.github.bmt4j.jmh.twin.TwinBenchmark;
import io.github.bmt4j.workload.SplitMix64;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Threads;

/**
 * Cost of a task in a server application by the threads it runs on: platform threads of a fixed
 * pool, or a virtual thread each. A task borrows a connection from a HikariCP pool of ten, selects
 * a row by its primary key and gives the connection back; 100 tasks begin at once, and the score is
 * the time to the end of all, for one task.
 *
 * <p>It stands for bursts of short requests that outnumber the connections. With one such burst
 * after the other the connections are the limit, whatever the threads are: what shows is the cost
 * of waiting for a connection and of changing threads. It does not measure many thousand requests
 * that wait, which is what virtual threads are for, nor memory.
 *
 * <p>{@code java -jar bench-jmh/target/benchmarks.jar ThreadsBenchmark}; for publication with
 * {@code -f 5}. Virtual threads need Java 21 ({@code -jvm}).
 */
@Threads(1)
public class ThreadsBenchmark extends TwinBenchmark {
  /** An executor, a pool and the tasks of a burst. */
  @SuppressWarnings("NullAway.Init")
  public abstract static class Burst extends PointTwin {
    private static final int TASKS = 100;

    final List<Callable<Row>> tasks = new ArrayList<>();
    ExecutorService executor;

    abstract ExecutorService executor() throws ReflectiveOperationException;

    @Override
    public void open(TrialServer server, int thread) throws ReflectiveOperationException {
      TenConnections pool = closing(TenConnections.usual(server));
      executor = executor();
      closing(executor::shutdownNow);
      for (int i = 0; i < TASKS; i++) {
        SplitMix64 random = new SplitMix64(SplitMix64.stateOf(1, i));
        tasks.add(() -> row(pool, 1 + random.nextInt(RowTable.POINT_ROWS)));
      }
    }

    private static Row row(TenConnections pool, int id) throws SQLException {
      try (Connection connection = pool.borrow();
          PointSelect select = PointSelect.prepared(connection)) {
        return select.row(id);
      }
    }

    /** Begins all tasks, and waits for the last one; gives a sum over the rows. */
    long run() throws Exception {
      long sum = 0;
      for (Future<Row> done : executor.invokeAll(tasks)) {
        sum += done.get().k();
      }
      return sum;
    }
  }

  /** A fixed pool of threads. */
  public static class Platform extends Burst {
    /** Threads in the pool. */
    @Param({"10", "100"})
    public int threads = TenConnections.CONNECTIONS;

    @Override
    ExecutorService executor() {
      return Executors.newFixedThreadPool(threads);
    }
  }

  /** A thread for each task. */
  public static class Virtual extends Burst {
    /** By reflection, because this is compiled for Java 17. */
    @Override
    ExecutorService executor() throws ReflectiveOperationException {
      return (ExecutorService)
          Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    }
  }

  /** 100 tasks on platform threads. */
  @Benchmark
  @OperationsPerInvocation(Burst.TASKS)
  public long platformThreads(Platform at) throws Exception {
    return at.run();
  }

  /** 100 tasks on virtual threads. */
  @Benchmark
  @Needs(Feature.VIRTUAL_THREADS)
  @OperationsPerInvocation(Burst.TASKS)
  public long virtualThreads(Virtual at) throws Exception {
    return at.run();
  }
}
