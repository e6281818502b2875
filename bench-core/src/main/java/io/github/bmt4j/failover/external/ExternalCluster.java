package io.github.bmt4j.failover.external;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failover.client.Ledger;
import io.github.bmt4j.failover.client.ProbePlan;
import io.github.bmt4j.failover.cluster.Intervention;
import io.github.bmt4j.failover.cluster.NodeObserver;
import io.github.bmt4j.failover.cluster.TestCluster;
import io.github.bmt4j.failover.fault.TrialTimeline;
import io.github.bmt4j.failover.figures.TimelineEvent.Kind;
import io.github.bmt4j.failover.scenario.ChangeScenario;
import io.github.bmt4j.failover.scenario.FailoverOrder;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.DriverUrl;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.NodeUrl;
import io.github.bmt4j.jdbc.SessionSettings;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.preflight.Preflight;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.sampling.SampledServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * The user's cluster. Only the user's trigger changes its servers, and bmt writes only to two
 * tables of its own in the URL's database.
 */
public class ExternalCluster implements TestCluster {
  /** File with the output of the user's trigger. */
  public static final String TRIGGER_LOG = "trigger.log";

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration SHORT_PATIENCE = Duration.ofSeconds(30);
  private static final Duration TURN = Duration.ofSeconds(1);
  private static final Duration POLL = Duration.ofMillis(100);
  private static final int LOOK_MILLIS = 1_000;
  private static final int CONNECT_MILLIS = 5_000;
  private static final String AURORA = "@@aurora_server_id";
  private static final String OTHERS = "CONCAT(@@server_id, '@', @@hostname, ':', @@port)";

  private final FailoverOrder order;
  private final FailoverOrder.Outside outside;
  private final ChangeScenario.External change;
  private final TargetSpec.External cluster;
  private final LoadDriver driver;

  private final String ownUrl;

  private final ExternalTables tables;
  private final Path folder;
  private final Clock clock;
  private final Progress progress;
  private String identity = OTHERS;
  private String primary = "";

  /** URLs of the servers that took writes at the end of a repetition, the primary's first. */
  private List<String> finalUrls = List.of();

  public ExternalCluster(
      FailoverOrder order,
      LoadDriver driver,
      String id,
      Path folder,
      Clock clock,
      Progress progress) {
    this.order = order;
    this.outside = Objects.requireNonNull(order.outside());
    this.change = Objects.requireNonNull(order.scenario().change().external());
    this.cluster = (TargetSpec.External) order.target();
    this.driver = driver;
    this.ownUrl = DriverUrl.own(cluster.url());
    this.tables = new ExternalTables(id, (url, millis) -> connection(url, CONNECT_MILLIS, millis));
    this.folder = folder;
    this.clock = clock;
    this.progress = progress;
  }

  @Override
  public String description() {
    return order.scenario().cluster().target();
  }

  @Override
  public void ready(BooleanSupplier stopped) throws TargetException {
    finalUrls = List.of();
    long patience = clock.nanoTime() + PATIENCE.toNanos();
    while (true) {
      boolean connected = false;
      try (Connection connection = own()) {
        connected = true;
        identity = identity(connection);
        if (!writes()) {
          primary = Sql.text(connection, "SELECT " + identity);
          return;
        }
        tables.make(connection, nodes(), clock);
        primary = writer(connection);
        break;
      } catch (SQLException e) {
        // Before the first repetition the user waits at the terminal: report the problem at once.
        if (primary.isEmpty() || clock.nanoTime() > patience || stopped.getAsBoolean()) {
          throw new TargetException(TestCluster.problem(cluster.url(), target(), connected, e), e);
        }
        clock.sleepUntil(clock.nanoTime() + TURN.toNanos(), stopped);
      }
    }
    awaitReplicated(stopped);
  }

  /** Returns true if bmt makes tables of its own and writes to them. */
  protected final boolean writes() {
    return order.scenario().load().writesPerSecond() > 0;
  }

  /**
   * Waits until every node that answers has these tables: with a primary that lacks them, or has
   * the tables of the repetition before, figures would not show the application.
   */
  private void awaitReplicated(BooleanSupplier stopped) {
    long patience = clock.nanoTime() + SHORT_PATIENCE.toNanos();
    for (String node : nodes()) {
      String url = NodeUrl.of(ownUrl, node);
      while (!stopped.getAsBoolean() && tables.areMissingAt(url)) {
        if (clock.nanoTime() > patience) {
          progress.say(
              words(
                  "%s has not received bmt's tables within %d s: is it replicating?",
                  node, SHORT_PATIENCE.toSeconds()));
          break;
        }
        clock.sleepUntil(clock.nanoTime() + POLL.toNanos(), stopped);
      }
    }
  }

  /** Server of a write; asked in its transaction, so that a proxy cannot send it elsewhere. */
  private String writer(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    try {
      Sql.execute(connection, tables.observed.writeSql());
      return Sql.text(connection, "SELECT " + identity);
    } finally {
      connection.rollback();
      connection.setAutoCommit(true);
    }
  }

  /** True if servers identify themselves by this expression as Aurora's do. */
  public static boolean isAurora(String identity) {
    return identity.equals(AURORA);
  }

  private static String identity(Connection connection) throws SQLException {
    return Sql.pairs(connection, "SHOW VARIABLES LIKE 'aurora_server_id'").isEmpty()
        ? OTHERS
        : AURORA;
  }

  @Override
  public ProbePlan plan() {
    String writes = driver().url(cluster.url());
    String reads = outside.readUrl() == null ? writes : driver().url(outside.readUrl());
    ProbePlan.Urls urls = new ProbePlan.Urls(writes() ? writes : null, reads, writes);
    return order
        .client(driver)
        .probes(
            urls,
            cluster.user(),
            cluster.password(),
            writes() ? tables.ledger : Ledger.NONE,
            identity);
  }

  @Override
  public List<String> javaOptions() {
    return List.of();
  }

  private List<String> nodes() {
    return ExternalNodes.of(change.nodes(), ownUrl);
  }

  @Override
  public List<NodeObserver.Site> sites() {
    return nodes().stream().map(node -> site(node, NodeUrl.of(ownUrl, node))).toList();
  }

  private NodeObserver.Site site(String node, String url) {
    return new NodeObserver.Site(
        node,
        () -> connection(url, LOOK_MILLIS, LOOK_MILLIS),
        millis -> connection(url, millis, LOOK_MILLIS),
        identity,
        writes() ? tables.observed.writeSql(node) : null);
  }

  @Override
  public List<SampledServer> sampled() {
    return ExternalNodes.sampled(nodes(), ownUrl, cluster.target());
  }

  @Override
  public LoadDriver driver() {
    return driver;
  }

  @Override
  public Connection own() throws SQLException {
    return connection(ownUrl, CONNECT_MILLIS, READ_MILLIS);
  }

  @Override
  public List<String> sessionUrls() {
    return Stream.concat(Stream.of(cluster.url()), Stream.ofNullable(outside.readUrl())).toList();
  }

  /** Also checks the login on each node, because one of them may be read-only already. */
  @Override
  public List<String> checkSessions(boolean writes) throws TargetException {
    Set<String> warnings = new LinkedHashSet<>(TestCluster.super.checkSessions(writes));
    Stream<String> others = nodes().stream().map(node -> NodeUrl.of(ownUrl, node));
    for (String url :
        writes ? Stream.concat(Stream.of(ownUrl), others).toList() : List.<String>of()) {
      try (Connection connection = connection(url, CONNECT_MILLIS, READ_MILLIS)) {
        Preflight.checkObeysReadOnly(connection).ifPresent(warnings::add);
      } catch (SQLException e) {
        // Its observer reports the node that is away.
      }
    }
    return List.copyOf(warnings);
  }

  @Override
  public Target target() {
    return new Target(description(), cluster.url(), cluster.user(), cluster.password(), false);
  }

  @Override
  public String primary() {
    return primary;
  }

  @Override
  public Intervention intervention() {
    return new Trigger();
  }

  private final class Trigger implements Intervention {
    @Override
    public boolean isOutside() {
      return true;
    }

    @Override
    public boolean isUnannounced() {
      return change.manual();
    }

    @Override
    public Duration patience() {
      return Duration.ofMillis(change.triggerTimeoutMillis());
    }

    @Override
    public Duration aftermath() {
      return order.scenario().settings().inForce(cluster.url()).mayChangeBackFor();
    }

    @Override
    public long announce(TrialTimeline timeline) {
      return timeline.note(Kind.FAULT, "", "the trigger begins");
    }

    @Override
    public void inject(TrialTimeline timeline, BooleanSupplier stopped) throws TargetException {
      trigger(timeline, stopped);
    }
  }

  /** Runs the user's command or code to its end, if there is one. */
  protected final void trigger(TrialTimeline timeline, BooleanSupplier stopped)
      throws TargetException {
    if (change.runsCommand()) {
      new UserTrigger(outside, change, cluster.password(), folder.resolve(TRIGGER_LOG), clock)
          .run(stopped);
      timeline.note(Kind.TRIGGERED, "", "the trigger has ended");
    }
  }

  @Override
  public Aftermath settle(String writer, BooleanSupplier stopped) throws TargetException {
    boolean stoppedBefore = stopped.getAsBoolean();
    long begun = clock.nanoTime();
    Long some = null;
    boolean first = true;
    while (true) {
      LedgerReading reading = readLedgers(stopped);
      if (reading.isConclusive(writer)) {
        return settled(reading, writer);
      }
      if (!stoppedBefore && stopped.getAsBoolean()) {
        throw new TargetException("interrupted");
      }
      long now = clock.nanoTime();
      some = some == null && reading.isAnswered() ? (Long) now : some;
      boolean late =
          some == null ? now - begun > PATIENCE.toNanos() : now - some > SHORT_PATIENCE.toNanos();
      if (stoppedBefore || late || reading.isHopeless()) {
        if (reading.isEmpty() || (reading.lacks(writer) && !writer.equals(primary))) {
          throw new TargetException(reading.problem(writer), reading.failure());
        }
        return settled(reading, writer);
      }
      if (first) {
        progress.say(
            words(
                "The ledger cannot be read yet: trying for up to %d s",
                (some == null ? PATIENCE : SHORT_PATIENCE).toSeconds()));
      }
      first = false;
      clock.sleepUntil(clock.nanoTime() + TURN.toNanos(), stopped);
    }
  }

  private Aftermath settled(LedgerReading reading, String writer) {
    finalUrls = reading.urls(writer);
    return reading.aftermath(writer);
  }

  private LedgerReading readLedgers(BooleanSupplier stopped) {
    LedgerReading reading = new LedgerReading(tables, identity);
    Set<String> nodes = new LinkedHashSet<>(nodes());
    List<String> hosts = NodeUrl.hosts(ownUrl);
    if (hosts.size() > 1) {
      nodes.addAll(hosts);
    } else {
      reading.address(ownUrl);
    }
    for (String node : nodes) {
      if (stopped.getAsBoolean() && !reading.isEmpty()) {
        break;
      }
      reading.node(NodeUrl.of(ownUrl, node));
    }
    return reading;
  }

  private Connection connection(String place, int connectMillis, int answerMillis)
      throws SQLException {
    String limited = JdbcUrl.replaced(place, "connectTimeout", Integer.toString(connectMillis));
    limited = JdbcUrl.replaced(limited, "socketTimeout", Integer.toString(answerMillis));
    // Each node twice; by default, the driver tries 120 times, however long each try takes.
    int attempts = 2 * Math.max(1, NodeUrl.hosts(place).size());
    limited = JdbcUrl.replaced(limited, "retriesAllDown", Integer.toString(attempts));
    limited = JdbcUrl.replaced(limited, "pool", "false");
    return SessionSettings.settled(
        DriverManager.getConnection(
            limited, JdbcUrl.loginBeside(place, cluster.user(), cluster.password())));
  }

  @Override
  public void close() {
    Set<String> urls = new LinkedHashSet<>(finalUrls.subList(0, Math.min(1, finalUrls.size())));
    urls.add(ownUrl);
    nodes().forEach(node -> urls.add(NodeUrl.of(ownUrl, node)));
    tables.drop(urls, finalUrls.stream().skip(1).toList(), clock, progress);
  }
}
