package io.github.bmt4j.jmh;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.failover.SingleFailover;
import io.github.bmt4j.failover.figures.FailoverFigures.Repetition;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jmh.fork.Handover;
import io.github.bmt4j.jmh.fork.Lines;
import io.github.bmt4j.jmh.fork.Server;
import io.github.bmt4j.jmh.fork.SingleFailoverChoice;
import io.github.bmt4j.jmh.profile.FailoverFiguresProfiler;
import java.nio.file.Path;
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
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Timeout;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The downtime of one change of the primary: from the fault to the write that proves that the
 * application works again. Each fork is one shot on servers of its own, a primary with two replicas
 * on this machine, or on a cluster of yours.
 *
 * <p>{@code java -jar bench-jmh/target/benchmarks.jar FailoverBenchmark -p fault=kill}; for
 * publication with {@code -f 20}. A cluster of yours: {@code -p
 * url=jdbc:mariadb://cluster.example/db -p trigger='aws rds failover-db-cluster …'}.
 *
 * <p>Regime: one writer in a closed loop, in the fork itself, over HikariCP with ten connections;
 * no retries. Secondary figures are those of {@code bmt failover}: detection, the write outage, the
 * server's own, the client's addition, failed writes, lost and ambiguous ones. With a trigger the
 * score includes the time until the command takes effect, the write outage does not.
 *
 * <p>Not measured: readers and new connections, what many users at once suffer, and more than one
 * shot in a JVM: {@code bmt failover} does these. A shot that may not be used (writes stopped again
 * after they had worked, servers were not healthy before) fails and has no score. One in which
 * writes had not recovered after 60 s has those 60 s as its score, and says so: {@code
 * failover.not.recovered} is 1.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(5)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
@Threads(1)
@Timeout(time = 10, timeUnit = TimeUnit.MINUTES)
public class FailoverBenchmark {
  /** The application and its servers. */
  @State(Scope.Benchmark)
  @SuppressWarnings("NullAway.Init")
  public static class Shot {
    /** {@code embedded} or {@code local}, for a lab of such servers; or a cluster's JDBC URL. */
    @Param("embedded")
    public String url;

    /** What goes wrong in a lab: {@code bmt failover --list-faults}. */
    @Param("kill")
    public String fault;

    /** How the application finds a lab's servers: endpoint, or a mode of its driver. */
    @Param("endpoint")
    public String ha;

    /** {@code as-shipped} or {@code tuned} settings of driver and pool. */
    @Param("as-shipped")
    public String settings;

    /** How long a lab waits before it promotes a replica, in ms. */
    @Param("0")
    public long promotionDelayMs;

    /** Of faults that end on their own, in ms. */
    @Param("5000")
    public long durationMs;

    /** The command that changes the primary of a cluster; JMH gets only a name of it. */
    @Param(SingleFailoverChoice.NONE)
    public String trigger;

    /** The application's driver, by its Maven coordinates: {@code mysql:<version>}, … */
    @Param(Server.BUNDLED)
    public String driver;

    /** A further jar of the driver, such as the driver that {@code aws:<version>} wraps. */
    @Param(SingleFailoverChoice.NONE)
    public String driverWith;

    /** Properties of the driver: {@code name=value} with spaces between. */
    @Param(SingleFailoverChoice.NONE)
    public String driverProperty;

    private SingleFailover shot;
    private boolean reported;

    /** Starts the servers, or takes those of a cluster. */
    @Setup(Level.Trial)
    public void open() throws TargetException {
      Handover handover = Handover.read();
      SingleFailoverChoice choice =
          new SingleFailoverChoice(
              fault,
              ha,
              settings,
              promotionDelayMs,
              durationMs,
              handover.trigger(trigger),
              driver,
              driverWith,
              driverProperty);
      shot =
          SingleFailover.open(
              choice.order(handover.spec(url), Path.of(handover.cache())),
              choice.load(words -> handover.driver(words).toString()),
              Clock.SYSTEM,
              new Lines());
    }

    /** Makes all healthy, with an application that writes. */
    @Setup(Level.Invocation)
    public void ready() throws TargetException {
      shot.ready();
      if (!reported) {
        Handover.report(shot.environment());
        reported = true;
      }
    }

    /**
     * Lets all settle, and judges.
     *
     * @throws IllegalStateException when the time that was measured is no score
     */
    @TearDown(Level.Invocation)
    public void judge() {
      Repetition repetition = shot.end();
      if (repetition.verdict().status() != Status.VALID) {
        throw new IllegalStateException(
            "INVALID: " + String.join("; ", repetition.verdict().reasons()));
      }
      if (!repetition.figures().unrecovered().isEmpty()) {
        new Lines()
            .say(
                String.format(
                    Locale.ROOT,
                    "writes not recovered within %.1f s: the score is a lower bound",
                    repetition.figures().windowMs() / 1e3));
      }
      FailoverFiguresProfiler.publish(repetition);
    }

    /** Ends the servers. */
    @TearDown(Level.Trial)
    public void close() {
      shot.close();
    }
  }

  /** From the fault until the application works again. */
  @Benchmark
  public void downtime(Shot shot) throws TargetException {
    shot.shot.fire();
  }
}
