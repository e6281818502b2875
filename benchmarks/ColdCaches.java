import io.github.bmt4j.outcome.Outcome;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.jmh.stub.StubDriver;
import io.github.bmt4j.load.Latencies;
import io.github.bmt4j.load.WorkerRecorder;
import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.SessionContext;
import io.github.bmt4j.workload.StatementCounts;
import io.github.bmt4j.workload.Workload;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * What the parts of an operation cost when nothing of them is in the processor's first two caches, as after an answer of the
 * server: between two operations of eight workers in turn, this touches 1 MB. It prints the ns of recording an operation, of a
 * workload's session on a driver that answers at once, of the same statement by hand, and of reading the clock, which each of
 * the others contains; and of collecting the times.
 *
 * <p>Argument: how many operations a round has, 100,000 if none is given.
 *
 * <p>taskset -c 0 java -XX:+UseSerialGC -cp bench-jmh/target/test-classes:bench-jmh/target/benchmarks.jar benchmarks/ColdCaches.java
 */
final class ColdCaches {
  private static final int WORKERS = 8;
  private static final int COLLECTED_AT_ONCE = 3_000;

  private static final long[] OTHER_DATA = new long[1 << 17];
  private static long sum;

  private interface Part {
    void run(int worker) throws Exception;
  }

  public static void main(String[] args) throws Exception {
    int operations = args.length == 0 ? 100_000 : Integer.parseInt(args[0]);
    Workload workload = Catalogue.byName("oltp_point_select");
    Params params = Params.resolve(workload.info(), Map.of("rand-type", "uniform"));
    WorkerRecorder[] recorders = new WorkerRecorder[WORKERS];
    StatementCounts[] counts = new StatementCounts[WORKERS];
    Session[] sessions = new Session[WORKERS];
    PreparedStatement[] byHand = new PreparedStatement[WORKERS];
    Target stub = new Target("stub driver", StubDriver.URL, "", Secret.NONE, true);
    for (int i = 0; i < WORKERS; i++) {
      recorders[i] = new WorkerRecorder(false);
      counts[i] = new StatementCounts();
      Connection connection = new Connector(stub, PsMode.AUTO, 9).connect();
      sessions[i] = workload.newSession(new SessionContext(params, i, WORKERS, 42));
      sessions[i].attach(connection);
      byHand[i] = connection.prepareStatement("SELECT c FROM sbtest1 WHERE id=?");
    }
    SplittableRandom random = new SplittableRandom(1);
    for (int round = 1; round <= 6; round++) {
      long collecting = 0;
      Latencies collected = new Latencies();
      long[] nanos = new long[4];
      for (int operation = 0; operation < operations; operation++) {
        int worker = operation % WORKERS;
        long took = 60_000 + random.nextInt(140_000);
        nanos[0] += timed(worker, i -> record(recorders[i], counts[i], took));
        nanos[1] += timed(worker, i -> execute(sessions[i], counts[i]));
        nanos[2] += timed(worker, i -> select(byHand[i]));
        nanos[3] += timed(worker, i -> {});
        if (operation % COLLECTED_AT_ONCE == 0) {
          long start = System.nanoTime();
          for (WorkerRecorder recorder : recorders) {
            recorder.drainTo(collected);
          }
          collecting += System.nanoTime() - start;
        }
      }
      System.out.printf(
          "round %d: recording %d, session %d, by hand %d, clock %d, collecting %d ns%n",
          round,
          nanos[0] / operations,
          nanos[1] / operations,
          nanos[2] / operations,
          nanos[3] / operations,
          collecting / operations);
    }
    System.out.println("(" + sum + ")"); // so that no compiler leaves the reading out
  }

  private static long timed(int worker, Part part) throws Exception {
    for (int i = 0; i < OTHER_DATA.length; i += 8) {
      sum += OTHER_DATA[i]++;
    }
    long start = System.nanoTime();
    part.run(worker);
    return System.nanoTime() - start;
  }

  private static void record(WorkerRecorder recorder, StatementCounts counts, long took) {
    recorder.begin(true);
    counts.read();
    recorder.end(Outcome.OK, 1000, 1000, 1000 + took, counts);
  }

  private static void execute(Session session, StatementCounts counts) throws Exception {
    counts.begin();
    session.next();
    session.execute(counts);
  }

  private static void select(PreparedStatement statement) throws Exception {
    statement.setLong(1, 1 + sum % 10_000);
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        sum += rows.getString(1).length();
      }
    }
  }
}
