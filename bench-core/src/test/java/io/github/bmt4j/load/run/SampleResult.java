package io.github.bmt4j.load.run;

import io.github.bmt4j.clock.Times;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.load.EndpointPlan;
import io.github.bmt4j.load.Measurement.ShareCount;
import io.github.bmt4j.load.run.RunResult.Client;
import io.github.bmt4j.load.run.RunResult.ErrorCount;
import io.github.bmt4j.load.run.RunResult.Fairness;
import io.github.bmt4j.load.run.RunResult.IntervalResult;
import io.github.bmt4j.load.run.RunResult.KindFigures;
import io.github.bmt4j.load.run.RunResult.Latency;
import io.github.bmt4j.load.run.RunResult.ServerCounts;
import io.github.bmt4j.load.run.RunResult.StatementTimes;
import io.github.bmt4j.load.run.RunResult.Throughput;
import io.github.bmt4j.load.run.RunResult.Totals;
import io.github.bmt4j.workload.ShareRule;
import io.github.bmt4j.workload.WorkloadFigure;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Results made up by hand, for tests of their forms. */
public final class SampleResult {
  private SampleResult() {}

  /** A run with another client, and with times by statement if there are any. */
  public static RunResult with(
      RunResult run, Client client, @Nullable List<StatementTimes> statements) {
    return Made.like(run).set("client", client).set("statements", statements).record();
  }

  /** The same run of two kinds of transactions, with shares and figures of their workload. */
  static RunResult ofTwoKinds(RunResult run) {
    Times orders = new Times(700, 0.9, 3.1, 2.9, 4.0, 4.8, 8.0, null, 142.48);
    Times payments = new Times(290, 0.8, 2.0, 1.9, 2.4, 2.9, 3.3, null, 4.1);
    return Made.like(run)
        .set(
            "kinds",
            List.of(
                new KindFigures("order", 700, 0.7, 139.94, 19_000, 0, 0, 5, 5, 7, orders),
                new KindFigures("payment", 290, 0.3, 57.98, 1_000, 9, 1, 10, 0, 0, payments)))
        .set("shares", shares())
        .set(
            "figures",
            List.of(
                new WorkloadFigure("NOPM", 8396.4, "1/min"),
                new WorkloadFigure("NOPM without rollbacks", 8312.44, "1/min")))
        .record();
  }

  /** The same scenario at terminals. */
  static RunScenario atTerminals(RunScenario closed, int terminals) {
    return Made.like(closed)
        .set("parameters", Map.of("pacing", "spec"))
        .set("loop", "terminals")
        .set("terminals", terminals)
        .record();
  }

  private static List<ShareFigures> shares() {
    return List.of(
        ShareFigures.of(
            new ShareRule("new orders rolled back", 0.009, 0.011, null), new ShareCount(7, 700)),
        ShareFigures.of(
            new ShareRule("order lines per new order", 9.5, 10.5, 3.16),
            new ShareCount(6_950, 700)),
        ShareFigures.of(new ShareRule("skipped", null, null, null), new ShareCount(0, 0)));
  }

  /** A VALID run of 1,000 operations: too few for p99.9. */
  public static RunResult closedLoop() {
    Times times = new Times(1000, 0.817, 2.8, 2.48, 3.86, 4.59, 7.9, null, 142.48);
    return Made.of(RunResult.class)
        .set("id", "f703e9d9")
        .set("startedAt", Instant.parse("2026-11-20T18:51:41Z"))
        .set("verdict", new Verdict(Status.VALID, List.of()))
        .set("scenario", scenario(null))
        .set("environment", environment())
        .set(
            "totals",
            new Totals(
                1000, 20_000, 14_000, 4000, 2000, 0, 0, 0, 0, null, 0, null, 0, 0, null, 5.002))
        .set("throughput", new Throughput(199.92, 3998.4))
        .set("latency", new Latency(times, times, null, null, null))
        .set(
            "intervals",
            List.of(
                new IntervalResult(
                    0, 1, 200, 200, 4000, 2800, 800, 400, 0, 0, null, 2.8, 4.6, 9.1, null, null,
                    null)))
        .set("client", Clients.of(3.16, 22.1, 8, 0.316))
        .set("server", new ServerCounts(20_000, 20_000, Map.of("Com_select", 14_000L)))
        .set("fairness", new Fairness(250, 4.5, 0.7, 0.012))
        .record();
  }

  /** A run in a closed loop of these counts, with errors of one kind. */
  static RunResult measured(
      Instant startedAt, Verdict verdict, Totals totals, List<IntervalResult> intervals) {
    return Made.like(closedLoop())
        .set("startedAt", startedAt)
        .set("verdict", verdict)
        .set("totals", totals)
        .set("errorsByCode", openLoop().errorsByCode())
        .set("intervals", intervals)
        .set("server", null)
        .set("fairness", null)
        .record();
  }

  /** An INVALID run that could not keep its rate. */
  public static RunResult openLoop() {
    Times response = new Times(20_000, 1.0, 500.0, 480.0, 900.0, 950.0, 990.0, 999.0, 1001.0);
    Times service = new Times(20_000, 0.8, 1.5, 1.4, 2.0, 2.2, 3.0, 9.0, 12.0);
    Times failed = new Times(3, 5.0, 6.0, null, null, null, null, null, 7.0);
    return Made.like(closedLoop())
        .set("id", "0123abcd")
        .set(
            "verdict",
            new Verdict(
                Status.INVALID, List.of("missed its rate: 4,000 of 24,003 arrivals were unserved")))
        .set("warnings", List.of("client and server share this machine's processors"))
        .set("scenario", scenario(5000.0))
        .set(
            "totals",
            new Totals(
                20_000, 20_000, 20_000, 0, 0, 4, 1, 2, 1, 24_003L, 4000, 4100L, 0, 2, null, 5.002))
        .set("throughput", new Throughput(3998.4, 3998.4))
        .set("latency", new Latency(response, service, null, failed, null))
        .set(
            "errorsByCode",
            List.of(new ErrorCount("statement", 1213, "40001", 4, 1, "Deadlock found")))
        .set(
            "intervals",
            List.of(
                new IntervalResult(
                    0, 1, 4000, 4000, 4000, 4000, 0, 0, 4, 2, 900L, 500.0, null, 1001.0, null, null,
                    null)))
        .set("server", null)
        .set("fairness", null)
        .record();
  }

  private static RunScenario scenario(@Nullable Double rate) {
    return scenario("oltp_read_write", rate);
  }

  /** The scenario of the runs, but for its workload and its rate. */
  static RunScenario scenario(String workload, @Nullable Double rate) {
    return Made.of(RunScenario.class)
        .set("workload", workload)
        .set("workloadVersion", 1)
        .set("parameters", Map.of("tables", 1L, "table-size", 10_000L, "rand-type", "special"))
        .set("target", "embedded")
        .set("pool", "hikari")
        .set("psMode", "auto")
        .set("threads", 4)
        .set("loop", rate == null ? "closed" : "open")
        .set("rate", rate)
        .set("arrivals", rate == null ? null : "poisson")
        .set("warmupSeconds", 2)
        .set("timeSeconds", 5)
        .set("intervalSeconds", 1)
        .set("ignoreErrors", List.of("1213", "1020", "1205"))
        .set("maxRetries", 10)
        .set("percentile", 95)
        .set("seed", 42)
        .set("consume", "none")
        .set("driver", ClientScenario.Driver.OWN)
        .set("dealt", EndpointPlan.EVEN)
        .record();
  }

  private static Environment environment() {
    return new Environment(
        new Environment.Server(
            "embedded MariaDB 11.4.5",
            "MariaDB",
            "11.4.5-MariaDB",
            Map.of("max_connections", "151")),
        new Environment.Driver(
            "MariaDB Connector/J",
            "4.0.0",
            "jdbc:mariadb://127.0.0.1:33713/bmt?useServerPrepStmts=true&connectTimeout=0",
            "server"),
        "off",
        "OpenJDK 17",
        "Linux",
        new Environment.Cpu("a processor", 2, 25_000_000_000L),
        Map.of("autocommit", "ON"));
  }
}
