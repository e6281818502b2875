package io.github.bmt4j.load.live;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.bmt4j.clock.Daemon;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.Events;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.load.Counter;
import io.github.bmt4j.load.Counts;
import io.github.bmt4j.load.ErrorLog;
import io.github.bmt4j.load.Interval;
import io.github.bmt4j.load.Measurement;
import io.github.bmt4j.load.run.LoadInterval;
import io.github.bmt4j.load.run.RunScenario;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.Labels;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
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

  /** Other drivers' URLs have options where MySQL's have hosts. */
  private static final Pattern HOST = Pattern.compile("[\\w.:-]+");

  private static final int MOST_READERS = 4;

  /** Seconds within which a request must have arrived, and its answer must have been taken. */
  private static final String PATIENCE_SECONDS = "2";

  private static final Labels POOL = Labels.of("db_client_connection_pool_name", "bmt");
  private static final String OUTCOME = "outcome";
  private static final String OPERATIONS = "bmt_operations";
  private static final String ENDED = "Operations by outcome";
  private static final String STATEMENTS = "bmt_statements";
  private static final String SUCCEEDED = "Statements that succeeded";

  private static final List<Sum> SUMS =
      List.of(
          new Sum(Counter.TRANSACTIONS, OPERATIONS, ENDED, Labels.of(OUTCOME, "ok")),
          new Sum(Counter.FAILED, OPERATIONS, ENDED, Labels.of(OUTCOME, "failed")),
          new Sum(Counter.UNKNOWN, OPERATIONS, ENDED, Labels.of(OUTCOME, "unknown")),
          new Sum(Counter.ROLLBACKS, "bmt_rollbacks", "Deliberate rollbacks", Labels.EMPTY),
          new Sum(Counter.ERRORS, "bmt_errors", "Failed attempts, retried or not", Labels.EMPTY),
          new Sum(Counter.RETRIES, "bmt_retries", "Repeated attempts", Labels.EMPTY),
          new Sum(Counter.RECONNECTS, "bmt_reconnects", "Replaced connections", Labels.EMPTY),
          new Sum(Counter.READS, STATEMENTS, SUCCEEDED, Labels.of("type", "read")),
          new Sum(Counter.WRITES, STATEMENTS, SUCCEEDED, Labels.of("type", "write")),
          new Sum(Counter.OTHERS, STATEMENTS, SUCCEEDED, Labels.of("type", "other")));

  /** OpenTelemetry's names of server products; they name themselves so. */
  private static final Map<String, String> SYSTEMS =
      Map.of(
          "MariaDB", "mariadb",
          "MySQL", "mysql",
          "PostgreSQL", "postgresql",
          "Microsoft SQL Server", "microsoft.sql_server",
          "Oracle", "oracle.db",
          "SQLite", "sqlite",
          "H2", "h2database",
          "HSQL Database Engine", "hsqldb",
          "Apache Derby", "derby");

  private final Events next;
  private final String host;
  private final HttpServer server;
  private final ExecutorService readers;
  private Labels run = Labels.EMPTY;
  private MetricFamilies load = new MetricFamilies(run);
  private boolean pooled;
  private volatile String text = "";

  private LoadMetrics(Events next, String host, HttpServer server) {
    this.next = next;
    this.host = host;
    this.server = server;
    this.readers =
        Executors.newFixedThreadPool(MOST_READERS, work -> Daemon.thread("bmt-metrics", work));
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
      exchange.getResponseHeaders().set("Content-Type", PrometheusTextFormatWriter.CONTENT_TYPE);
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void started(Started what, Path folder) {
    Environment.Server server = what.environment().server();
    String url = what.environment().driver().url();
    String name = String.valueOf(folder.getFileName());
    Map<String, String> labels = new HashMap<>();
    labels.put("run", name.substring(name.lastIndexOf('-') + 1));
    labels.put("server", server.product() + " " + server.version());
    labels.put("db_system_name", SYSTEMS.getOrDefault(server.product(), "other_sql"));
    JdbcUrl.database(url).ifPresent(database -> labels.put("db_namespace", database));
    JdbcUrl.addresses(url).stream()
        .map(InetSocketAddress::getHostString)
        .filter(HOST.asMatchPredicate())
        .findFirst()
        .ifPresent(address -> labels.put("server_address", address));
    JdbcUrl.ports(url).stream().findFirst().ifPresent(port -> labels.put("server_port", port));
    run = Labels.of(List.copyOf(labels.keySet()), List.copyOf(labels.values()));
    Relay.super.started(what, folder);
  }

  @Override
  public Events next() {
    return next;
  }

  @Override
  public void begun(RunScenario scenario, boolean intervalLines) {
    load = new MetricFamilies(run.add("workload", scenario.workload()));
    pooled = scenario.client().poolSize() != null;
    load.gauge("bmt_threads", "Threads of the load", scenario.load().threads(), Labels.EMPTY);
    if (pooled) {
      load.gauge("db_client_connection_max", "Most connections", scenario.connections(), POOL);
    }
    state(false, 0, 0);
    text = load.text();
    Relay.super.begun(scenario, intervalLines);
  }

  @Override
  public void interval(LoadInterval interval) {
    add(interval.measured());
    text = load.text();
    Relay.super.interval(interval);
  }

  @Override
  public void ended(Measurement measured) {
    errors(measured.errors());
    Labels phase = phase(false);
    long unserved = measured.queue().unserved();
    load.add(OPERATIONS, ENDED, unserved, phase.add(OUTCOME, "unserved"));
    load.add(OPERATIONS, ENDED, measured.ending().stuck(), phase.add(OUTCOME, "stuck"));
    text = load.text();
    Relay.super.ended(measured);
  }

  private void add(Interval interval) {
    Labels phase = phase(interval.warmup());
    if (interval.kinds().isEmpty()) {
      add(interval.counts(), interval.latencies().response(), phase);
    }
    interval
        .kinds()
        .forEach(one -> add(one.counts(), one.response(), phase.add("kind", one.kind())));
    interval
        .statements()
        .forEach(
            one ->
                load.add(
                    "db_client_operation_duration_seconds",
                    "Times of statements that succeeded",
                    one.service(),
                    phase.add("db_query_summary", one.statement())));
    if (pooled) {
      pool(interval, phase.merge(POOL));
    }
    errors(interval.end().errors());
    state(!interval.warmup(), interval.end().backlog(), interval.end().underWay());
  }

  private void add(Counts counts, Histogram response, Labels labels) {
    for (Sum one : SUMS) {
      load.add(one.name(), one.help(), counts.of(one.counter()), labels.merge(one.labels()));
    }
    load.add(
        "bmt_transaction_duration_seconds", "Response times of transactions", response, labels);
  }

  private void pool(Interval interval, Labels labels) {
    load.add(
        "db_client_connection_timeouts",
        "Waits that ended without a connection",
        interval.counts().of(Counter.UNBORROWED),
        labels);
    load.add(
        "db_client_connection_wait_time_seconds",
        "Waits for a connection",
        interval.latencies().borrow(),
        labels);
  }

  private void state(boolean measuring, long backlog, long underWay) {
    load.gauge("bmt_measuring", "1 in the measurement", measuring ? 1 : 0, Labels.EMPTY);
    load.gauge("bmt_backlog", "Operations due and not begun", backlog, Labels.EMPTY);
    load.gauge("bmt_under_way", "Operations begun and not ended", underWay, Labels.EMPTY);
  }

  private void errors(List<ErrorLog.Line> lines) {
    Map<Labels, Long> failed = new HashMap<>();
    for (ErrorLog.Line line : lines) {
      String code = line.code() == 0 ? line.sqlState() : Integer.toString(line.code());
      Labels labels =
          phase(false)
              .add("db_response_status_code", code)
              .add("sqlstate", line.sqlState())
              .add("during", line.phase().name().toLowerCase(Locale.ROOT));
      failed.merge(labels, line.count(), Long::sum);
    }
    failed.forEach(
        (labels, count) ->
            load.count("bmt_errors_by_code", "Failed attempts by error code", count, labels));
  }

  private static Labels phase(boolean warmup) {
    return Labels.of("phase", warmup ? "warmup" : "measure");
  }

  /** A counter that grows with each interval. */
  private record Sum(Counter counter, String name, String help, Labels labels) {}

  @Override
  public void close() {
    server.stop(0);
    readers.shutdownNow();
  }
}
