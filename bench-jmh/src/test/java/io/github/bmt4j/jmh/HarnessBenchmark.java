package io.github.bmt4j.jmh;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.jmh.stub.StubDriver;
import io.github.bmt4j.load.Latencies;
import io.github.bmt4j.load.StatementClocks;
import io.github.bmt4j.load.WorkerRecorder;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.Outcome;
import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.Consume;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.SessionContext;
import io.github.bmt4j.workload.StatementCounts;
import io.github.bmt4j.workload.Stopwatch;
import io.github.bmt4j.workload.Workload;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Cost of an operation in our own code, in ns: keys, texts, binding, counting and recording, over
 * the {@link StubDriver}, which answers at once. No server takes part.
 *
 * <p>{@code java -cp bench-jmh/target/test-classes:bench-jmh/target/benchmarks.jar
 * org.openjdk.jmh.Main HarnessBenchmark -prof gc}, which adds the bytes allocated for an operation;
 * for publication with {@code -f 5}.
 *
 * <p>The bare methods are the stub's own part: one statement of each kind, called as the workloads
 * call it, without a workload. What remains is ours.
 *
 * <p>It stands for one worker that keeps its connection, in a closed loop, after the JVM has
 * compiled everything with a single driver in sight. It does not measure a real driver, a pool,
 * attaching and detaching, several threads at once, or caches that a server's answers have filled
 * with other things; all of these make a real operation dearer.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class HarnessBenchmark {
  private static final long SEED = 42;

  /** A worker of a load has about as many times after 50 ms. */
  private static final int COLLECTED_AT_ONCE = 500;

  /** A session of a workload, attached to a connection of the stub. */
  @State(Scope.Thread)
  @SuppressWarnings("NullAway.Init")
  public static class Attached {
    @Param({
      "oltp_point_select",
      "oltp_read_only",
      "oltp_read_write",
      "oltp_write_only",
      "oltp_insert"
    })
    public String workload;

    @Param("10000")
    public int tableSize;

    /** What is read of result sets. */
    @Param("none")
    public String consume;

    /** Whether every statement is timed: two readings of the clock more, and a histogram. */
    @Param("false")
    public boolean byStatement;

    private final StatementCounts counts = new StatementCounts();
    private final Latencies collected = new Latencies();
    private WorkerRecorder recorder;
    private int uncollected;
    private long endNanos = Clock.SYSTEM.nanoTime();
    private Connection connection;
    private Session session;

    /** Attaches the session. */
    @Setup
    public void attach() throws SQLException {
      Workload chosen = Catalogue.byName(workload);
      Params params =
          Params.resolve(chosen.info(), Map.of("table-size", Integer.toString(tableSize)));
      connection = connect(chosen.statementsPerConnection(params));
      StatementClocks clocks = byStatement ? new StatementClocks(Clock.SYSTEM, 1) : null;
      session =
          chosen.newSession(
              new SessionContext(
                  params,
                  0,
                  1,
                  SEED,
                  Consume.of(consume).orElseThrow(),
                  clocks == null ? Stopwatch.OFF : clocks.worker(0)));
      recorder = new WorkerRecorder(false, 0, 0, clocks == null ? null : clocks.worker(0));
      session.attach(connection);
    }

    /** Detaches the session. */
    @TearDown
    public void detach() throws SQLException {
      session.detach();
      connection.close();
    }

    /** Collects the times, in place of the thread that does so in a load. */
    private void collect() {
      if (++uncollected == COLLECTED_AT_ONCE) {
        uncollected = 0;
        recorder.drainTo(collected);
      }
    }

    private void execute() throws SQLException {
      counts.begin();
      counts.phase(ErrorPhase.CONNECT);
      session.next();
      session.execute(counts);
    }
  }

  /** One open statement of each kind that the workloads send. */
  @State(Scope.Thread)
  @SuppressWarnings("NullAway.Init")
  public static class Bare {
    private Connection connection;
    private PreparedStatement select;
    private PreparedStatement update;
    private Statement text;

    /** Prepares the statements. */
    @Setup
    public void prepare() throws SQLException {
      connection = connect(2);
      select = connection.prepareStatement("SELECT c FROM sbtest1 WHERE id=?");
      update = connection.prepareStatement("UPDATE sbtest1 SET k=k+1 WHERE id=?");
      text = connection.createStatement();
    }

    /** Closes the connection. */
    @TearDown
    public void close() throws SQLException {
      connection.close();
    }
  }

  /** One operation of a workload, its statements counted. */
  @Benchmark
  public StatementCounts operation(Attached attached) throws SQLException {
    attached.execute();
    return attached.counts;
  }

  /** The same, with the clock read and the time recorded as a worker of a closed loop does. */
  @Benchmark
  public StatementCounts recordedOperation(Attached attached) throws SQLException {
    long start = attached.endNanos;
    attached.recorder.begin(true);
    attached.execute();
    long end = Clock.SYSTEM.nanoTime();
    attached.recorder.end(Outcome.OK, start, start, end, attached.counts);
    attached.endNanos = end;
    attached.collect();
    return attached.counts;
  }

  /** A prepared SELECT of the stub, its one row read. */
  @Benchmark
  public String bareSelect(Bare bare) throws SQLException {
    bare.select.setLong(1, SEED);
    try (ResultSet row = bare.select.executeQuery()) {
      row.next();
      return row.getString(1);
    }
  }

  /** A prepared UPDATE of the stub. */
  @Benchmark
  public int bareUpdate(Bare bare) throws SQLException {
    bare.update.setLong(1, SEED);
    return bare.update.executeUpdate();
  }

  /** A statement of the stub that is sent as text. */
  @Benchmark
  public boolean bareText(Bare bare) throws SQLException {
    return bare.text.execute("BEGIN");
  }

  private static Connection connect(int statements) throws SQLException {
    Target stub = new Target("stub driver", StubDriver.URL, "", Secret.NONE, true);
    return new Connector(stub, PsMode.AUTO, statements).connect();
  }
}
