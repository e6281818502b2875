package io.github.bmt4j.jmh;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.DriverSettings;
import io.github.bmt4j.jmh.fork.ProgressLines;
import io.github.bmt4j.jmh.fork.TrialServer;
import io.github.bmt4j.jmh.fork.WorkloadChoice;
import io.github.bmt4j.jmh.fork.WorkloadClient;
import io.github.bmt4j.workload.SessionContext;
import java.sql.SQLException;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Statements that a server sorts, groups or writes into a temporary table: the queries of the
 * workload {@code local_storage}, each with its whole result read.
 *
 * <p>{@code java -jar bench-jmh/target/benchmarks.jar LocalStorageBenchmark -p rows=1000000 -prof
 * bmt}; for publication with {@code -f 5 -wi 3 -w 10 -i 5 -r 60} and with rows up to several times
 * the server's memory. Whether a sort or a grouping spilled to disk shows in {@code
 * bmt.tmp.disk.tables} and {@code bmt.sort.merge.passes}; servers do not count a temporary table
 * that is made by its name there. MySQL Connector/J streams row by row, others 1,000 rows at a
 * time: compare servers with one driver.
 *
 * <p>Regime: warm, one statement after the other on each connection. On a server that bmt started
 * the table is new for every trial; on yours it is made where it is missing.
 *
 * <p>Not measured: the first, cold execution (warm-up takes it), and what such a statement does to
 * others at the same time.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 5, time = 2)
public class LocalStorageBenchmark {
  private static final String WORKLOAD = "local_storage";

  /**
   * Checks a number of rows.
   *
   * @throws io.github.bmt4j.failure.BadInputException when the workload does not take it
   */
  public static void check(String rows) {
    choice(rows, "all");
  }

  private static WorkloadChoice choice(String rows, String query) {
    return WorkloadChoice.of(WORKLOAD, "table-size=" + rows + " query=" + query);
  }

  /** The table. */
  @State(Scope.Benchmark)
  public static class Orders {
    /** Rows of the table. */
    @Param("100000")
    public int rows;

    private TrialServer server;

    /** Loads it. */
    @Setup(Level.Trial)
    public void load(TrialServer on, BenchmarkParams benchmark)
        throws TargetException, SQLException {
      server = on;
      WorkloadChoice any = choice(Integer.toString(rows), "all");
      on.prepare(any.workload().tables(any.params(), benchmark.getThreads()), new ProgressLines());
    }
  }

  /** A connection on which the query that a method is named after runs. */
  @State(Scope.Thread)
  public static class Query {
    private WorkloadClient client;

    /** Connects. */
    @Setup(Level.Trial)
    public void connect(Orders orders, BenchmarkParams benchmark, ThreadParams thread)
        throws SQLException {
      String method = benchmark.getBenchmark().replaceFirst(".*\\.", "");
      String query = method.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
      WorkloadChoice choice = choice(Integer.toString(orders.rows), query);
      client =
          WorkloadClient.connect(
              orders.server,
              DriverSettings.PLAIN,
              choice.workload(),
              new SessionContext(
                  choice.params(), thread.getThreadIndex(), benchmark.getThreads(), 0));
    }

    /** Disconnects. */
    @TearDown(Level.Trial)
    public void disconnect() throws SQLException {
      client.close();
    }
  }

  /** Time of a sort. */
  @Benchmark
  public void sort(Query query) throws SQLException {
    query.client.run();
  }

  /** Time of a grouping. */
  @Benchmark
  public void group(Query query) throws SQLException {
    query.client.run();
  }

  /** Time of making a temporary table of a query's result, and dropping it. */
  @Benchmark
  public void tempTable(Query query) throws SQLException {
    query.client.run();
  }
}
