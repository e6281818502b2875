package io.github.bmt4j.failover;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.failover.client.Ledger;
import io.github.bmt4j.failover.client.ProbePlan;
import io.github.bmt4j.failover.fault.FaultContext;
import io.github.bmt4j.failover.fault.Timeline;
import io.github.bmt4j.failover.figures.LedgerCopy;
import io.github.bmt4j.failover.figures.TimelineEvent.Kind;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.ProcessList;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.server.LabOptions;
import io.github.bmt4j.server.Login;
import io.github.bmt4j.server.Passwords;
import io.github.bmt4j.server.ReplicationLab;
import io.github.bmt4j.server.ReplicationLab.Node;
import io.github.bmt4j.server.ReplicationLab.NodeState;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A lab of ours: every repetition begins on fresh data, with node1 as primary. */
public final class LabCluster implements TestCluster {
  private static final Duration CATCH_UP = Duration.ofSeconds(30);
  private static final Duration QUIET = Duration.ofSeconds(10);
  private static final String LOOKING = "&connectTimeout=1000&socketTimeout=1000";
  private static final String READING = "&connectTimeout=5000&socketTimeout=30000";
  private static final Ledger LEDGER = new Ledger("bmt_ledger");
  private static final String OBSERVER = "bmt_observer";

  private final LabClusterPlan plan;
  private final ReplicationLab lab;
  private final Path folder;
  private final Clock clock;
  private final Login observer = new Login(OBSERVER, Secret.of(Passwords.random(24)));
  private boolean used;
  private @Nullable LabConnectionPath way;
  private @Nullable FaultContext context;

  /**
   * @param folder for files of its own
   */
  public LabCluster(LabClusterPlan plan, ReplicationLab lab, Path folder, Clock clock) {
    this.plan = plan;
    this.lab = lab;
    this.folder = folder;
    this.clock = clock;
  }

  @Override
  public String description() {
    return lab.description()
        + ", a primary and "
        + (lab.nodes().size() - 1)
        + (lab.nodes().size() == 2 ? " replica" : " replicas")
        + (plan.semiSync() ? ", semi-synchronous" : "");
  }

  @Override
  public void ready(BooleanSupplier stopped) throws TargetException {
    closePath();
    if (used) {
      lab.reset();
    }
    // A lab opens with fresh nodes: the first trial takes them as they are.
    used = true;
    Node primary = lab.primary();
    try (Connection admin = admin(primary);
        Statement statement = admin.createStatement()) {
      statement.execute(LEDGER.createSql());
      statement.execute(
          "CREATE TABLE bmt_observer (node VARCHAR(190) PRIMARY KEY, looks BIGINT NOT NULL)"
              + " ENGINE=InnoDB");
      for (Node node : lab.nodes()) {
        statement.execute("INSERT INTO bmt_observer VALUES ('" + node.name() + "', 0)");
      }
      String who = "'" + observer.user() + "'@'%'";
      statement.execute(
          "CREATE USER " + who + " IDENTIFIED BY '" + observer.password().reveal() + "'");
      statement.execute("GRANT ALL PRIVILEGES ON " + LabOptions.DATABASE + ".* TO " + who);
    } catch (SQLException e) {
      throw new TargetException("cannot make the tables of a failover: " + e.getMessage(), e);
    }
    for (Node node : lab.nodes()) {
      if (!node.equals(primary)) {
        lab.awaitCaughtUp(node, CATCH_UP);
      }
    }
    way = new LabConnectionPath(lab, plan.ha(), plan.fault().breaksThePath(), folder);
  }

  @Override
  public ProbePlan plan() {
    String url = path().url();
    return plan(new ClientPlan.Urls(plan.ha() == HaMode.LOADBALANCE ? null : url, url, url));
  }

  /** The same application over other URLs of the lab. */
  public ProbePlan plan(ClientPlan.Urls urls) {
    Login login = lab.application();
    return plan.client().probes(urls, login.user(), login.password(), LEDGER, identity());
  }

  /** A server of the lab answers with its node's name. */
  private String identity() {
    String ids =
        lab.nodes().stream().map(n -> Long.toString(n.serverId())).collect(Collectors.joining(","));
    String names =
        lab.nodes().stream().map(n -> "'" + n.name() + "'").collect(Collectors.joining(","));
    return "ELT(FIELD(@@server_id," + ids + ")," + names + ")";
  }

  @Override
  public List<String> javaOptions() {
    return path().javaOptions();
  }

  @Override
  public List<NodeObserver.Site> sites() {
    List<NodeObserver.Site> sites = new ArrayList<>();
    for (Node node : lab.nodes()) {
      sites.add(
          new NodeObserver.Site(
              node.name(),
              () -> look(lab, node, observer),
              identity(),
              "UPDATE bmt_observer SET looks = looks + 1 WHERE node = '" + node.name() + "'"));
    }
    return sites;
  }

  @Override
  public Connection connect() throws SQLException {
    return connection(lab.url(lab.primary()) + READING, lab.application());
  }

  @Override
  public String primary() {
    return lab.primary().name();
  }

  @Override
  public Intervention intervention() {
    return new LabFault();
  }

  /** The plan's fault. */
  private final class LabFault implements Intervention {
    @Override
    public void prepare(Timeline timeline, BooleanSupplier stopped) throws TargetException {
      context = new FaultContext(lab, path(), plan.faultOptions(), timeline, clock, stopped);
      plan.fault().prepare(context);
    }

    @Override
    public long announce(Timeline timeline) {
      return timeline.note(Kind.FAULT, plan.fault().victim(lab), "fault");
    }

    @Override
    public void inject(Timeline timeline, BooleanSupplier stopped) throws TargetException {
      plan.fault().inject(Objects.requireNonNull(context, "prepared"));
    }
  }

  @Override
  public Aftermath settle(BooleanSupplier stopped) throws TargetException {
    FaultContext played = context;
    context = null;
    if (played != null) {
      plan.fault().heal(played);
    }
    Node primary = lab.primary();
    for (NodeState state : lab.status()) {
      if (!state.running()) {
        lab.startAlone(state.node(), true);
      } else if (state.role().equals("replica") && !wasPrimary(played, state.node())) {
        lab.awaitCaughtUp(state.node(), CATCH_UP);
      }
    }
    List<LedgerCopy> ledgers = new ArrayList<>();
    for (Node node : lab.nodes()) {
      try (Connection admin = admin(node)) {
        awaitQuiet(admin, stopped);
        ledgers.add(new LedgerCopy(node.name(), LEDGER.read(admin)));
      } catch (SQLException e) {
        throw new TargetException(
            "cannot read the ledger of " + node.name() + ": " + e.getMessage(), e);
      }
    }
    return new Aftermath(primary.name(), ledgers);
  }

  /**
   * Waits until the application has no session left: a server that stood still may have COMMITs in
   * its sockets whose client is long gone.
   */
  private void awaitQuiet(Connection admin, BooleanSupplier stopped) throws SQLException {
    long patience = clock.nanoTime() + QUIET.toNanos();
    ProcessList.awaitNone(
        admin,
        lab.application().user(),
        clock,
        () -> clock.nanoTime() > patience || stopped.getAsBoolean());
  }

  /** An old primary that is back may have rows that keep it from ever catching up. */
  private static boolean wasPrimary(@Nullable FaultContext played, Node node) {
    return played != null && played.primary().equals(node);
  }

  private LabConnectionPath path() {
    return Objects.requireNonNull(way, "ready");
  }

  private Connection admin(Node node) throws SQLException {
    return connection(lab.url(node) + READING, lab.admin());
  }

  /** A connection straight to a node that gives up soon. */
  public static Connection look(ReplicationLab lab, Node node, Login login) throws SQLException {
    return connection(lab.url(node) + LOOKING, login);
  }

  private static Connection connection(String url, Login login) throws SQLException {
    return DriverManager.getConnection(url, login.user(), login.password().reveal());
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
    lab.close();
  }
}
