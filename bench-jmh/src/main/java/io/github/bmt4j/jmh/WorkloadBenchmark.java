package io.github.bmt4j.jmh;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.DriverSettings;
import io.github.bmt4j.jmh.fork.ProgressLines;
import io.github.bmt4j.jmh.fork.TrialServer;
import io.github.bmt4j.jmh.fork.WorkloadChoice;
import io.github.bmt4j.jmh.fork.WorkloadClient;
import io.github.bmt4j.workload.KeyDistribution;
import io.github.bmt4j.workload.SessionContext;
import java.sql.Connection;
import java.sql.SQLException;
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
 * Transactions of every workload of the catalogue, and of files of your own SQL, the same code as
 * {@code bmt run}: how many a second, and how long each takes.
 *
 * <p>{@code java -jar bench-jmh/target/benchmarks.jar WorkloadBenchmark -p
 * workload=oltp_read_write}; for publication with {@code -f 5 -wi 5 -w 10 -i 5 -r 30}, and with
 * {@code -p 'options=table-size=1000000'} or whatever does not fit into your server's memory.
 *
 * <p>Regime: a closed loop; every thread ({@code -t}) has one connection and sends its next
 * transaction when the one before has ended. On a server that bmt started tables are new for every
 * trial; on yours they are made where they are missing, and used as they are.
 *
 * <p>The JVM has the collector and the small young generation that the launcher of {@code bmt run}
 * gives it; {@code -jvmArgs} puts others in their place.
 *
 * <p>The score comes with {@code statements} and {@code retries} for each transaction; retries are
 * transactions that a deadlock undid and that were begun anew. A workload with several kinds of
 * transactions, such as files of your own SQL, adds for each the transactions of an iteration and
 * their mean time, retries included: {@code <kind>.count}, {@code <kind>.time}.
 *
 * <p>Not measured: waiting for a connection (there is no pool); what users wait when requests come
 * at their own pace (a closed loop sends nothing while the server stalls: {@code bmt run --rate}
 * does); anything beyond some seconds, such as checkpoints and purge.
 */
@Fork(
    value = 1,
    jvmArgs = {"-XX:+UseParallelGC", "-Xmn32m"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class WorkloadBenchmark {
  /** The workload on its server. */
  @State(Scope.Benchmark)
  public static class Plan {
    /**
     * Names of the catalogue, of which {@code all} stands for all; or files of your own SQL, with
     * spaces between: {@code pay.sql@3 look.sql}.
     */
    @Param(WorkloadChoice.ALL)
    public String workload;

    /**
     * Options of the workload, or variables of the files: {@code name=value} with spaces between.
     */
    @Param(WorkloadChoice.DEFAULTS)
    public String options;

    /**
     * {@code auto}: statements are prepared on the server; {@code disable}: they go as text; {@code
     * default}: as the workload's original sends them, which is {@code auto} for most.
     */
    @Param(WorkloadChoice.OWN_PS_MODE)
    public String psMode;

    private WorkloadChoice choice;
    private TrialServer server;
    private int threads;
    private long seed;

    /** Prepares the tables. */
    @Setup(Level.Trial)
    public void prepare(TrialServer on, BenchmarkParams benchmark)
        throws TargetException, SQLException {
      server = on;
      threads = benchmark.getThreads();
      choice = WorkloadChoice.of(workload, options);
      // A second trial must not repeat the first one's lookups, unless a seed was given.
      seed = KeyDistribution.seed(choice.params());
      ProgressLines lines = new ProgressLines();
      lines.say("seed " + seed);
      on.prepare(choice.workload().tables(choice.params(), threads), lines);
      try (Connection connection = on.connect(DriverSettings.PLAIN)) {
        choice.workload().prepare(connection, choice.params());
      }
    }

    /** Executes what the user's own SQL has for the end. */
    @TearDown(Level.Trial)
    public void cleanUp() throws SQLException {
      if (choice.workload().cleansUp()) {
        try (Connection connection = server.connect(DriverSettings.PLAIN)) {
          choice.workload().cleanUp(connection);
        }
      }
    }
  }

  /** A thread of the load. */
  @State(Scope.Thread)
  public static class Worker {
    private WorkloadClient client;

    /** Connects. */
    @Setup(Level.Trial)
    public void connect(Plan plan, ThreadParams thread) throws SQLException {
      client =
          WorkloadClient.connect(
              plan.server,
              plan.choice.settings(plan.psMode),
              plan.choice.workload(),
              new SessionContext(
                  plan.choice.params(), thread.getThreadIndex(), plan.threads, plan.seed));
    }

    /** Disconnects. */
    @TearDown(Level.Trial)
    public void disconnect() throws SQLException {
      client.close();
    }
  }

  /** Transactions a second. */
  @Benchmark
  @BenchmarkMode(Mode.Throughput)
  @OutputTimeUnit(TimeUnit.SECONDS)
  public void transactions(Worker worker) throws SQLException {
    worker.client.run();
  }

  /** Time of a transaction, with its distribution. */
  @Benchmark
  @BenchmarkMode(Mode.SampleTime)
  @OutputTimeUnit(TimeUnit.MICROSECONDS)
  public void transactionTime(Worker worker) throws SQLException {
    worker.client.run();
  }
}
