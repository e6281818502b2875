package io.github.bmt4j.failover.cluster;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failover.client.Client;
import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.failover.client.Ledger;
import io.github.bmt4j.failover.client.ProbePlan;
import io.github.bmt4j.failover.fault.Fault;
import io.github.bmt4j.failover.fault.FaultContext;
import io.github.bmt4j.failover.fault.TrialTimeline;
import io.github.bmt4j.failover.figures.LedgerCopy;
import io.github.bmt4j.failover.figures.TimelineEvent.Kind;
import io.github.bmt4j.failover.scenario.ClientPlan;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.ProcessList;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.option.OptionValues;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import io.github.bmt4j.sampling.SampledServer;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.Cluster.Node;
import io.github.bmt4j.server.Cluster.NodeState;
import io.github.bmt4j.server.Cluster.Role;
import io.github.bmt4j.server.Login;
import io.github.bmt4j.server.Readiness;
import io.github.bmt4j.server.StartOptions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A cluster that bmt started: every repetition begins on fresh data, with node1 as primary. */
public class LabCluster implements TestCluster {
  public static final String ONE_MACHINE =
      "client and servers share this machine's processors: use these figures to compare settings,"
          + " not machines";

  private static final double GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;
  private static final Duration CATCH_UP = Duration.ofSeconds(30);
  private static final Duration QUIET = Duration.ofSeconds(10);
  private static final int LOOK_MILLIS = 1_000;
  private static final int CONNECT_MILLIS = 5_000;
  private static final Ledger LEDGER = new Ledger("bmt_ledger");
  private static final String OBSERVER = "bmt_observer";
  private static final ObserverTable OBSERVED = new ObserverTable(OBSERVER);

  private final Plan plan;
  private final Cluster servers;
  private final Path folder;
  private final Clock clock;
  private final Login observer = Login.random(OBSERVER);
  private int trials;
  private @Nullable LabConnectionPath way;
  private @Nullable FaultContext context;

  /**
   * A trial.
   *
   * @param ha mode in which the application finds its servers
   * @param haProxy true if HAProxy stands before them
   * @param readers true if HAProxy has an address for reads, too
   * @param before number of trials that other runs of the same series made before
   */
  public record Plan(
      HaMode ha,
      boolean haProxy,
      boolean readers,
      Fault fault,
      OptionValues faultOptions,
      ClientPlan client,
      int before) {}

  /**
   * @param folder for the cluster's files
   */
  public LabCluster(Plan plan, Cluster servers, Path folder, Clock clock) {
    this.plan = plan;
    this.servers = servers;
    this.folder = folder;
    this.clock = clock;
  }

  @Override
  public String description() {
    return servers.description();
  }

  @Override
  public void ready(BooleanSupplier stopped) throws TargetException {
    closePath();
    if (trials++ > 0) {
      servers.reset();
    }
    // A cluster opens with fresh nodes: the first trial uses them unchanged.
    Node primary = servers.primary();
    try (Connection admin = admin(primary)) {
      OBSERVED.create(admin, servers.nodes().stream().map(Node::name).toList());
      Sql.execute(
          admin,
          LEDGER.createSql(),
          "CREATE USER " + observer.identified(),
          "GRANT ALL PRIVILEGES ON " + StartOptions.DATABASE + ".* TO " + observer.quoted());
    } catch (SQLException e) {
      throw new TargetException("cannot make the tables of a failover: " + e.getMessage(), e);
    }
    servers.awaitCaughtUp(CATCH_UP);
    way = new LabConnectionPath(servers, plan, observer, folder);
  }

  @Override
  public ProbePlan plan() {
    String url = path().url(nodeUrl());
    String readHa = plan.client().load().readHa();
    String reads =
        readHa == null
            ? url
            : path()
                .readUrl(
                    nodeUrl(),
                    plan.client()
                        .settings()
                        .family()
                        .mode("--read-ha", readHa, HaMode::spreadsReads));
    return plan(new ProbePlan.Urls(plan.ha().takesWrites() ? url : null, reads, url));
  }

  /** The URL of the primary alone, as the application's driver reads it. */
  public String nodeUrl() {
    return driver().url(servers.url(servers.primary()));
  }

  @Override
  public LoadDriver driver() {
    return plan.client().driver();
  }

  /** The same application over other URLs of the cluster. */
  public ProbePlan plan(ProbePlan.Urls urls) {
    Login login = servers.application();
    return plan.client().probes(urls, login.user(), login.password(), LEDGER, identity());
  }

  /** A server of the cluster answers with its node's name. */
  private String identity() {
    String ids =
        servers.nodes().stream()
            .map(n -> Long.toString(n.serverId()))
            .collect(Collectors.joining(","));
    String names =
        servers.nodes().stream().map(n -> "'" + n.name() + "'").collect(Collectors.joining(","));
    return "ELT(FIELD(@@server_id," + ids + ")," + names + ")";
  }

  @Override
  public List<String> javaOptions() {
    return path().javaOptions();
  }

  @Override
  public List<NodeObserver.Site> sites() {
    return servers.nodes().stream()
        .map(
            node ->
                new NodeObserver.Site(
                    node.name(),
                    () -> look(servers, node, observer),
                    millis -> look(servers, node, observer, millis),
                    identity(),
                    OBSERVED.writeSql(node.name())))
        .toList();
  }

  @Override
  public List<SampledServer> sampled() {
    return servers.nodes().stream()
        .map(node -> SampledServer.node(node.name(), servers.target(node, servers.admin())))
        .toList();
  }

  @Override
  public Connection own() throws SQLException {
    return Readiness.connect(target().url(), servers.application(), CONNECT_MILLIS, READ_MILLIS);
  }

  @Override
  public Target target() {
    return servers.target(servers.primary());
  }

  @Override
  public String primary() {
    return servers.primary().name();
  }

  @Override
  public Intervention intervention() {
    return new LabFault();
  }

  @Override
  public List<Reason> died() {
    return Stream.concat(
            servers.died().stream().map(Node::name),
            path().isAlive() ? Stream.empty() : Stream.of("the proxy"))
        .map(what -> Code.SERVER_LOST.of(what + " ended unexpectedly: bmt did not end it"))
        .toList();
  }

  private final class LabFault implements Intervention {
    @Override
    public void prepare(TrialTimeline timeline, BooleanSupplier stopped, Client application)
        throws TargetException {
      path().begin(application, timeline);
      context = new FaultContext(servers, path(), plan.faultOptions(), timeline, clock, stopped);
      plan.fault().prepare(context);
    }

    @Override
    public long announce(TrialTimeline timeline) {
      return timeline.note(Kind.FAULT, plan.fault().victim(servers), "fault");
    }

    @Override
    public void inject(TrialTimeline timeline, BooleanSupplier stopped) throws TargetException {
      plan.fault().inject(Objects.requireNonNull(context, "prepared"));
    }

    @Override
    public Duration lead() {
      return plan.ha().equals(HaMode.DNS) || plan.ha().has(HaMode.Trait.AURORA)
          ? phase(plan.before() + trials, plan.client().settings().dnsTtl())
          : Duration.ZERO;
    }

    @Override
    public Duration aftermath() {
      return plan.fault().aftermath(plan.ha(), plan.client().settings().inForce(null));
    }
  }

  /**
   * Time by which a trial delays its fault within the lifetime of a cached address. Delays of
   * successive trials are spread evenly over that lifetime: they are multiples of the golden ratio.
   *
   * @param trial from 1, whose delay is 0
   */
  public static Duration phase(int trial, Duration ttl) {
    return Duration.ofNanos(Math.round(ttl.toNanos() * ((trial - 1) * GOLDEN_RATIO % 1)));
  }

  @Override
  public Aftermath settle(String writer, BooleanSupplier stopped) throws TargetException {
    FaultContext played = context;
    context = null;
    if (played != null) {
      plan.fault().heal(played);
    }
    Node primary = servers.primary();
    for (NodeState state : servers.status()) {
      boolean mayLag = state.role() == Role.REPLICA || state.role() == Role.UNKNOWN;
      if (state.role() == Role.DOWN) {
        servers.startAlone(state.node(), true);
      } else if (mayLag && !wasPrimary(played, state.node())) {
        servers.awaitCaughtUp(state.node(), CATCH_UP);
      }
    }
    List<LedgerCopy> ledgers = new ArrayList<>();
    for (Node node : servers.nodes()) {
      try (Connection admin = admin(node)) {
        awaitQuiet(admin, stopped);
        ledgers.add(new LedgerCopy(node.name(), LEDGER.read(admin)));
      } catch (SQLException e) {
        throw new TargetException(
            "cannot read the ledger of " + node.name() + ": " + e.getMessage(), e);
      }
    }
    return new Aftermath(primary.name(), ledgers, List.of());
  }

  /**
   * Waits until the application has no session left: a server that stood still may have COMMITs in
   * its sockets whose client is long gone.
   */
  private void awaitQuiet(Connection admin, BooleanSupplier stopped) throws SQLException {
    long patience = clock.nanoTime() + QUIET.toNanos();
    ProcessList.awaitNone(
        admin,
        servers.application().user(),
        clock,
        () -> clock.nanoTime() > patience || stopped.getAsBoolean());
  }

  /** A returned old primary may have rows that keep it from ever catching up. */
  private static boolean wasPrimary(@Nullable FaultContext played, Node node) {
    return played != null && played.primary().equals(node);
  }

  private LabConnectionPath path() {
    return Objects.requireNonNull(way, "ready");
  }

  private Connection admin(Node node) throws SQLException {
    return Readiness.connect(servers.url(node), servers.admin(), CONNECT_MILLIS, READ_MILLIS);
  }

  /** A connection straight to a node, with a short timeout. */
  public static Connection look(Cluster servers, Node node, Login login) throws SQLException {
    return look(servers, node, login, LOOK_MILLIS);
  }

  private static Connection look(Cluster servers, Node node, Login login, int millis)
      throws SQLException {
    return Readiness.connect(servers.url(node), login, millis, LOOK_MILLIS);
  }

  private void closePath() {
    if (way != null) {
      way.close();
      way = null;
    }
  }

  @Override
  public void close() {
    closePath();
    servers.close();
  }
}
