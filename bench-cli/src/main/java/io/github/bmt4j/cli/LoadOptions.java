package io.github.bmt4j.cli;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.load.IgnoredErrors;
import io.github.bmt4j.scenario.ClientScenario;
import io.github.bmt4j.scenario.Scenario;
import io.github.bmt4j.workload.Consume;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.WorkloadInfo;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** How hard and how long: threads, time, rate, and what happens to errors. */
@SuppressWarnings("NullAway.Init")
final class LoadOptions {
  private static final int MOST_THREADS = 20_000;

  @Option(
      names = "--time",
      paramLabel = "<s>",
      defaultValue = "10",
      description =
          "length of the measurement (default ${DEFAULT-VALUE} s; also 500ms, 2m, 1h); 0 for no limit, with --events")
  String time;

  @Option(
      names = {"--warmup", "--warmup-time"},
      paramLabel = "<s>",
      defaultValue = "5",
      description = "length of the warm-up before the measurement (default ${DEFAULT-VALUE} s)")
  String warmup;

  @Option(
      names = "--events",
      paramLabel = "<n>",
      defaultValue = "0",
      description = "end after so many measured operations (default 0: no limit)")
  long events;

  @Option(
      names = "--rate",
      paramLabel = "<n>",
      defaultValue = "0",
      description =
          "open loop: so many operations are due each second, whatever the server does (default 0: closed loop)")
  double rate;

  @Option(
      names = "--arrivals",
      paramLabel = "<kind>",
      description = "poisson (default) or uniform, with --rate")
  @Nullable String arrivals;

  @Option(
      names = "--report-interval",
      paramLabel = "<s>",
      defaultValue = "1",
      description =
          "a line of figures every so many seconds (default ${DEFAULT-VALUE}; 0 for none)")
  String reportInterval;

  @Option(
      names = "--percentile",
      paramLabel = "<p>",
      defaultValue = "95",
      description = "the percentile of the interval lines (default ${DEFAULT-VALUE})")
  double percentile;

  @Option(
      names = "--pool",
      paramLabel = "<kind>",
      defaultValue = "hikari",
      description =
          "hikari (default; a connection is borrowed for every transaction) or none (one plain connection a thread)")
  String pool;

  @Option(
      names = "--db-ps-mode",
      paramLabel = "<mode>",
      defaultValue = "auto",
      description = "auto (default): statements prepared on the server; disable: sent as text")
  String psMode;

  @Option(
      names = "--mysql-ignore-errors",
      paramLabel = "<codes>",
      defaultValue = "1213,1020,1205",
      description =
          "errors that are retried after the rollback (default ${DEFAULT-VALUE}): codes, innodb (which are these), galera, group-replication, aurora, or all, or none")
  String ignoreErrors;

  @Option(
      names = "--max-retries",
      paramLabel = "<n>",
      defaultValue = "10",
      description = "retries of one operation, at most (default ${DEFAULT-VALUE})")
  int maxRetries;

  @Option(
      names = "--consume",
      paramLabel = "<what>",
      defaultValue = "none",
      description =
          "what is read of result sets: none (default, as in sysbench: they are fetched whole and not decoded), first-column, or all")
  String consume;

  @Option(
      names = "--by-statement",
      description =
          "also time every statement of a transaction: two readings of the clock more for each")
  boolean byStatement;

  /** All of them by default: for commands that put no load on the server. */
  static LoadOptions defaults() {
    return CommandLine.populateCommand(new LoadOptions());
  }

  /**
   * The scenario, checked.
   *
   * @param target as it may be shown
   */
  Scenario scenario(WorkloadInfo workload, Params params, int threads, String target) {
    double seconds = Checks.seconds("--time", time);
    Checks.check(seconds > 0 || events > 0, "--time=0 never ends: give --events too");
    Checks.check(events >= 0, "--events=" + events + ": give 0 or more");
    Checks.check(
        rate >= 0 && rate <= 1e8,
        "--rate=" + rate + ": give operations a second, or 0 for a closed loop");
    Checks.check(rate > 0 || arrivals == null, "--arrivals goes with --rate");
    Checks.check(
        percentile >= 0 && percentile < 100,
        "--percentile=" + percentile + ": give a number from 0 to below 100");
    Checks.check(maxRetries >= 0, "--max-retries=" + maxRetries + ": give 0 or more");
    double interval = Checks.seconds("--report-interval", reportInterval);
    return new Scenario(
        workload.name(),
        workload.version(),
        params.asMap(),
        target,
        Checks.choice("--pool", pool, "hikari", "none"),
        Checks.choice("--db-ps-mode", psMode, "auto", "disable"),
        threads,
        rate > 0 ? "open" : "closed",
        rate > 0 ? (Double) rate : null,
        rate > 0
            ? Checks.choice(
                "--arrivals", arrivals == null ? "poisson" : arrivals, "poisson", "uniform")
            : null,
        Checks.seconds("--warmup", warmup),
        seconds,
        events,
        interval == 0 ? 1 : Math.max(interval, 0.1),
        codes(),
        maxRetries,
        percentile,
        seed(params),
        client());
  }

  private ClientScenario client() {
    ClientScenario usual = ClientScenario.DEFAULT;
    return new ClientScenario(
        usual.driver(),
        usual.driverWith(),
        usual.driverProperties(),
        usual.parity(),
        Checks.choice(
            "--consume",
            consume,
            Arrays.stream(Consume.values()).map(Consume::word).toArray(String[]::new)),
        byStatement);
  }

  /** Checks what sysbench's form has no place for. */
  void checkForSysbench() {
    Checks.check(
        percentile == Math.rint(percentile),
        "--percentile="
            + percentile
            + " with --output=sysbench: give a whole number, as sysbench wants it, or 0 for none");
  }

  /** Whether interval lines are printed. */
  boolean intervalLines() {
    return Checks.seconds("--report-interval", reportInterval) > 0;
  }

  /** Checks the number of threads that an option gave. */
  static int threads(String option, int threads) {
    Checks.check(
        threads >= 1 && threads <= MOST_THREADS,
        option + "=" + threads + ": give a number from 1 to " + MOST_THREADS);
    return threads;
  }

  private List<String> codes() {
    return IgnoredErrors.codes(ignoreErrors)
        .orElseThrow(
            () ->
                new BadInputException(
                    "--mysql-ignore-errors="
                        + ignoreErrors
                        + ": give error codes such as 1213,1205, or innodb, galera,"
                        + " group-replication, aurora, all, or none"));
  }

  /**
   * A seed of its own for every run, unless one was given: a second run must not repeat the first
   * one's lookups.
   */
  private static long seed(Params params) {
    long given = params.asMap().containsKey("rand-seed") ? params.number("rand-seed") : 0;
    return given != 0 ? given : ThreadLocalRandom.current().nextLong(1, 1L << 31);
  }
}
