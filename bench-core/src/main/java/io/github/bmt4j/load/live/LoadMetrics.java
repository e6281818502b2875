package io.github.bmt4j.load.live;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.bmt4j.clock.Percentiles;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.Events;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.load.Counter;
import io.github.bmt4j.load.Counts;
import io.github.bmt4j.load.ErrorLog;
import io.github.bmt4j.load.Interval;
import io.github.bmt4j.load.KindMeasurement;
import io.github.bmt4j.load.Latencies;
import io.github.bmt4j.load.Measurement;
import io.github.bmt4j.load.run.LoadInterval;
import io.github.bmt4j.load.run.RunScenario;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;

/**
 * The figures of a load while it runs, in Prometheus' text format, at {@code /metrics} of an HTTP
 * server. The text is written when an interval ends, on the collecting thread: readers take no
 * lock, and a slow reader delays nothing.
 */
public final class LoadMetrics implements Relay, AutoCloseable {
  private static final Pattern ADDRESS = Pattern.compile("(?:(.+):)?(\\d{1,5})");
  private static final int MOST_READERS = 4;

  /** Seconds within which a request must have arrived, and its answer must have been taken. */
  private static final String PATIENCE_SECONDS = "2";

  private static final String MEASURE = "measure";
  private static final String STATEMENTS = "Statements that succeeded";

  private static final List<Sum> TOTALS =
      List.of(
          sum("transactions", "Operations that ended OK", Counter.TRANSACTIONS),
          sum("failed", "Operations that were not applied", Counter.FAILED),
          sum("unknown", "Operations whose COMMIT was lost", Counter.UNKNOWN),
          sum("errors", "Failed attempts, retried or not", Counter.ERRORS),
          sum("retries", "Repeated attempts", Counter.RETRIES),
          sum("reconnects", "Replaced connections", Counter.RECONNECTS),
          new Sum(
              "response.seconds",
              "Sum of the response times of transactions",
              LoadMetrics::responseSeconds,
              Tags.empty()),
          sum("statements", STATEMENTS, Counter.READS, "kind", "read"),
          sum("statements", STATEMENTS, Counter.WRITES, "kind", "write"),
          sum("statements", STATEMENTS, Counter.OTHERS, "kind", "other"));

  private static final List<Sum> OF_KIND =
      List.of(
          sum("kind.transactions", "Operations of a kind that ended OK", Counter.TRANSACTIONS),
          sum("kind.rollbacks", "Deliberate rollbacks of a kind", Counter.ROLLBACKS),
          new Sum(
              "kind.failed",
              "Operations of a kind that did not end OK",
              Counts::notOk,
              Tags.empty()),
          sum("kind.retries", "Repeated attempts of a kind", Counter.RETRIES),
          new Sum(
              "kind.response.seconds",
              "Sum of the response times of a kind",
              LoadMetrics::responseSeconds,
              Tags.empty()));

  private final Events next;
  private final String host;
  private final HttpServer server;
  private final ExecutorService readers;
  private PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private Tags common = Tags.empty();
  private Interval last = none();
  private final Map<String, KindMeasurement> kinds = new HashMap<>();
  private Histogram response = new Histogram(3);
  private long missing;
  private volatile String text = "";

  private LoadMetrics(Events next, String host, HttpServer server) {
    this.next = next;
    this.host = host;
    this.server = server;
    this.readers =
        Executors.newFixedThreadPool(
            MOST_READERS,
            work -> {
              Thread thread = new Thread(work, "bmt-metrics");
              thread.setDaemon(true);
              return thread;
            });
    server.setExecutor(readers);
    server.createContext("/metrics", this::answer);
    server.start();
  }

  /**
   * Starts serving.
   *
   * @param address {@code [<host>:]<port>}; loopback without a host, any free port for 0
   * @param next also receives all events
   * @throws BadInputException when nothing can be served there
   */
  public static LoadMetrics open(String address, Events next) {
    Matcher parts = ADDRESS.matcher(address);
    int port = parts.matches() ? Integer.parseInt(parts.group(2)) : -1;
    if (port < 0 || port > 65_535) {
      throw refused(address, "give a port, 0 to 65535, or <host>:<port>");
    }
    String host = parts.group(1) == null ? "127.0.0.1" : parts.group(1);
    InetSocketAddress at = new InetSocketAddress(host, port);
    if (at.isUnresolved()) {
      throw refused(address, "unknown host " + host);
    }
    // The JDK's server reads these properties when it is first used.
    System.setProperty("sun.net.httpserver.maxReqTime", PATIENCE_SECONDS);
    System.setProperty("sun.net.httpserver.maxRspTime", PATIENCE_SECONDS);
    try {
      return new LoadMetrics(next, host, HttpServer.create(at, 0));
    } catch (IOException e) {
      throw refused(address, e.getMessage() + "; choose another port");
    }
  }

  private static BadInputException refused(String address, String why) {
    return new BadInputException("--metrics-port", "=" + address + ": " + why);
  }

  public String url() {
    return "http://" + host + ":" + server.getAddress().getPort() + "/metrics";
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = text.getBytes(UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void started(Started what, Path folder) {
    Environment.Server measured = what.environment().server();
    String name = String.valueOf(folder.getFileName());
    common =
        Tags.of("server", measured.product() + " " + measured.version())
            .and("run", name.substring(name.lastIndexOf('-') + 1));
    Relay.super.started(what, folder);
  }

  @Override
  public Events next() {
    return next;
  }

  @Override
  public void begun(RunScenario scenario, boolean intervalLines) {
    begin(scenario);
    text = registry.scrape();
    Relay.super.begun(scenario, intervalLines);
  }

  @Override
  public void interval(LoadInterval interval) {
    interval(interval.measured());
    text = registry.scrape();
    Relay.super.interval(interval);
  }

  @Override
  public void ended(Measurement measured) {
    unserved(measured.queue().unserved());
    missing += measured.queue().unserved() + measured.ending().stuck();
    errors(measured.errors());
    text = registry.scrape();
    Relay.super.ended(measured);
  }

  private void begin(RunScenario scenario) {
    registry.close();
    registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    registry.config().commonTags(common.and("workload", scenario.workload()));
    last = none();
    kinds.clear();
    response = new Histogram(3);
    missing = 0;
    totals(Counts.ZERO, "warmup");
    totals(Counts.ZERO, MEASURE);
    unserved(0);
    gauge("threads", "Threads of the load", () -> scenario.load().threads());
    gauge("measuring", "1 in the measurement, 0 before", () -> last.warmup() ? 0 : 1);
    gauge("interval.seconds", "Length of the last interval", () -> last.seconds());
    gauge("backlog", "Operations due and not started", () -> last.end().backlog());
    quantiles("interval", () -> last.latencies().response(), () -> last.counts().notOk());
    quantiles("run", () -> response, () -> missing);
  }

  private void interval(Interval interval) {
    last = interval;
    totals(interval.counts(), interval.warmup() ? "warmup" : MEASURE);
    errors(interval.end().errors());
    interval.kinds().forEach(this::kind);
    if (!interval.warmup()) {
      response.add(interval.latencies().response());
      missing += interval.counts().notOk();
    }
  }

  private static Interval none() {
    return new Interval(
        0, 0, true, Counts.ZERO, new Latencies(), List.of(), new Interval.End(0, 0, 0, List.of()));
  }

  private void totals(Counts growth, String phase) {
    Tags tags = Tags.of("phase", phase);
    TOTALS.forEach(one -> add(one, growth, tags));
  }

  /** A sum that grows with each interval. */
  private record Sum(String name, String what, Function<Counts, Number> growth, Tags tags) {}

  private static Sum sum(String name, String what, Counter counter, String... tags) {
    return new Sum(name, what, growth -> growth.of(counter), Tags.of(tags));
  }

  private static Number responseSeconds(Counts growth) {
    return growth.of(Counter.RESPONSE_NANOS) / 1e9;
  }

  private void add(Sum sum, Counts growth, Tags tags) {
    count(sum.name(), sum.what(), sum.growth().apply(growth), tags.and(sum.tags()));
  }

  private void kind(KindMeasurement kind) {
    Tags tags = Tags.of("phase", MEASURE, "kind", kind.kind());
    OF_KIND.forEach(one -> add(one, kind.counts(), tags));
    if (kinds.put(kind.kind(), kind) == null) {
      quantiles(
          "kind.interval",
          () -> last(kind).response(),
          () -> last(kind).counts().notOk(),
          "kind",
          kind.kind());
    }
  }

  private KindMeasurement last(KindMeasurement kind) {
    return kinds.getOrDefault(kind.kind(), kind);
  }

  private void unserved(long count) {
    String what = "Operations that were due but never started; known at the end";
    count("unserved", what, count, Tags.of("phase", MEASURE));
  }

  private void errors(List<ErrorLog.Line> lines) {
    Map<Tags, Long> failed = new HashMap<>();
    for (ErrorLog.Line line : lines) {
      Tags tags =
          Tags.of("phase", MEASURE, "code", Integer.toString(line.code()))
              .and("sqlstate", line.sqlState())
              .and("during", line.phase().name().toLowerCase(Locale.ROOT));
      failed.merge(tags, line.count(), Long::sum);
    }
    failed.forEach(
        (tags, count) -> {
          var counter = count("errors.by.code", "Failed attempts by error code", 0, tags);
          counter.increment(count - counter.count());
        });
  }

  private io.micrometer.core.instrument.Counter count(
      String name, String what, Number growth, Tags tags) {
    var builder = io.micrometer.core.instrument.Counter.builder("bmt." + name);
    var counter = builder.description(what).tags(tags).register(registry);
    counter.increment(growth.doubleValue());
    return counter;
  }

  private void quantiles(
      String of, Supplier<Histogram> nanos, Supplier<Long> without, String... tags) {
    for (String quantile : List.of("0.5", "0.95", "0.99", "0.999")) {
      gauge(
          of + ".response.seconds",
          "Response time of transactions; NaN where there are too few",
          () -> {
            double percentile = 100 * Double.parseDouble(quantile);
            Double ms = Percentiles.percentile(nanos.get(), without.get(), percentile);
            return ms == null ? Double.NaN : Math.round(ms * 1e4) / 1e7;
          },
          Tags.of("quantile", quantile).and(tags));
    }
  }

  private void gauge(String name, String what, Supplier<Number> value) {
    gauge(name, what, value, Tags.empty());
  }

  private void gauge(String name, String what, Supplier<Number> value, Tags tags) {
    Gauge.builder("bmt." + name, value).description(what).tags(tags).register(registry);
  }

  @Override
  public void close() {
    server.stop(0);
    readers.shutdownNow();
  }
}
