import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.jdbc.ConnectionSource;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.PlainConnections;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.jmh.stub.StubDriver;
import io.github.bmt4j.load.ArrivalSchedule;
import io.github.bmt4j.load.Counter;
import io.github.bmt4j.load.LoadScenario;
import io.github.bmt4j.load.Load;
import io.github.bmt4j.load.LoadGenerator;
import io.github.bmt4j.load.LoadPlan;
import io.github.bmt4j.load.LoadProfile;
import io.github.bmt4j.load.Measurement;
import io.github.bmt4j.load.RetryPolicy;
import io.github.bmt4j.load.Portion;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.SessionContext;
import io.github.bmt4j.workload.Workload;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The load generator of bmt over a JDBC driver that answers at once: what our own threads, clock
 * and recorders can do. Arguments: closed, threads, seconds; or open, threads, seconds, arrivals a
 * second. It runs oltp_point_select and prints operations a second, and the median and the 99th
 * percentile of the time from an operation's intended start to its end in µs, which here is the
 * lateness of the start but for some 0.1 µs of the operation itself. A run in which something
 * failed, or in which more than one arrival in a thousand was never begun, has no figures and ends
 * with 1; the last arrival of each thread, which may be due when the time ends, does not count.
 *
 * <p>java -XX:+UseParallelGC -Xmn32m -cp
 * bench-jmh/target/test-classes:bench-jmh/target/benchmarks.jar benchmarks/StubLoad.java closed 1
 * 10
 */
final class StubLoad {
  public static void main(String[] args) throws Exception {
    boolean open = args[0].equals("open");
    int threads = Integer.parseInt(args[1]);
    Duration time = Duration.ofSeconds(Long.parseLong(args[2]));
    LoadProfile profile =
        open
            ? new LoadProfile.OpenLoop(
                ArrivalSchedule.poisson(Double.parseDouble(args[3]), 42, Portion.WHOLE))
            : new LoadProfile.ClosedLoop();
    LoadPlan plan =
        new LoadPlan(
            threads,
            profile,
            new LoadPlan.Times(
                Duration.ofSeconds(
                    Long.parseLong(System.getenv().getOrDefault("WARMUP", "5"))),
                time,
                Duration.ofSeconds(1),
                Duration.ofSeconds(10),
                Duration.ofSeconds(30)),
            0,
            LoadScenario.of(threads, null, 1),
            new RetryPolicy(Set.of(), false, 0),
            false,
            List.of(),
            0);
    Workload workload = Catalogue.byName("oltp_point_select");
    Params params = Params.resolve(workload.info(), Map.of("rand-type", "uniform"));
    Target stub = new Target("stub driver", StubDriver.URL, "", Secret.NONE, true);
    try (ConnectionSource source = new PlainConnections(new Connector(stub, PsMode.AUTO, 1), false)) {
      Measurement measured =
          new LoadGenerator(
                  plan,
                  Clock.SYSTEM,
                  source,
                  worker -> workload.newSession(new SessionContext(params, worker, threads, 42)),
                  new StopSignal())
              .run(new Load.Observer() {});
      long unserved = measured.queue().unserved();
      if ((unserved - threads) * 1000 > measured.counts().of(Counter.TRANSACTIONS)
          || measured.counts().of(Counter.FAILED) > 0
          || !measured.ending().problems().isEmpty()) {
        System.err.println(
            "no figures: unserved " + unserved + ", " + measured.ending().problems());
        System.exit(1);
      }
      double rate = measured.counts().of(Counter.TRANSACTIONS) / (measured.elapsedNanos() / 1e9);
      System.out.printf(
          "%.0f %.1f %.1f%n",
          rate,
          measured.latencies().response().getValueAtPercentile(50) / 1e3,
          measured.latencies().response().getValueAtPercentile(99) / 1e3);
    }
  }

  private StubLoad() {}
}
