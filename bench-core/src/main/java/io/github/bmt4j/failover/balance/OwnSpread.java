package io.github.bmt4j.failover.balance;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.experiment.Context;
import io.github.bmt4j.experiment.Runner;
import io.github.bmt4j.failover.FailoverTrial;
import io.github.bmt4j.failover.balance.BalanceEvidence.Loss;
import io.github.bmt4j.failover.balance.BalanceEvidence.PoolServer;
import io.github.bmt4j.failover.client.ProbePlan;
import io.github.bmt4j.failover.cluster.Intervention;
import io.github.bmt4j.failover.cluster.NodeObserver;
import io.github.bmt4j.failover.cluster.TestCluster;
import io.github.bmt4j.failover.external.ExternalCluster;
import io.github.bmt4j.failover.external.ExternalNodes;
import io.github.bmt4j.failover.fault.TrialTimeline;
import io.github.bmt4j.failover.figures.ClientLog;
import io.github.bmt4j.failover.figures.Operation;
import io.github.bmt4j.failover.figures.ProbeKind;
import io.github.bmt4j.failover.figures.TimelineEvent.Kind;
import io.github.bmt4j.failover.scenario.ChangeScenario;
import io.github.bmt4j.failover.scenario.FailoverOrder;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.DriverUrl;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.Looks;
import io.github.bmt4j.jdbc.NodeUrl;
import io.github.bmt4j.jdbc.ProcessList;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.jdbc.StraightConnection;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.preflight.ReplicaState;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import io.github.bmt4j.sampling.SampledServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The user's own servers, over which a URL of theirs spreads the reads. Each goes by the name that
 * the user gave it. bmt's own sessions there are in another database than the application's, which
 * tells them apart in a server's process list.
 */
final class OwnSpread extends ExternalCluster implements Spread {
  private static final String APART = "USE " + ProcessList.APART;

  /** A shorter silence of a node may be a poll that was late. */
  private static final long SHORTEST_NANOS = 200_000_000;

  /** A look that has no answer in time is over by then, and so is the one after it. */
  private static final long LONG_NANOS = 2_000_000_000;

  private final BalanceScenario scenario;
  private final Map<String, String> names;

  /** The primary if bmt does not write: the only node that may be it, or "". */
  private final String unwritten;

  private final List<String> notes;
  private final Clock clock;

  private OwnSpread(
      BalanceScenario scenario,
      FailoverOrder order,
      LoadDriver driver,
      Map<String, String> names,
      String unwritten,
      List<String> notes,
      Path folder,
      Context context) {
    super(order, driver, Runner.newId(), folder, context.clock(), context.progress());
    this.scenario = scenario;
    this.names = names;
    this.unwritten = unwritten;
    this.notes = notes;
    this.clock = context.clock();
  }

  /**
   * Asks each node who it is and whether it may be the primary: it is not read-only and follows no
   * other. The application writes where the user says, else to the only such node; if bmt cannot
   * tell, it only reads.
   *
   * @param notes receives why it only reads, and which servers the user has not named
   * @throws TargetException when a node does not answer
   * @throws BadInputException when two are the same server
   */
  static OwnSpread open(
      BalanceOrder order, LoadDriver driver, Path folder, Context context, List<String> notes)
      throws TargetException {
    TargetSpec.External cluster = (TargetSpec.External) order.target();
    FailoverOrder.Outside outside = Objects.requireNonNull(order.outside());
    BalanceScenario reading = order.scenario().withoutWrites();
    ExternalCluster looked =
        new ExternalCluster(
            order.servers(reading, cluster, outside),
            driver,
            Runner.newId(),
            folder,
            context.clock(),
            context.progress());
    looked.ready(context.stop()::given);
    Map<String, String> names = new LinkedHashMap<>();
    List<String> open = new ArrayList<>();
    List<String> writable = new ArrayList<>();
    for (NodeObserver.Site site : looked.sites()) {
      look(site, looked.target(), names, open, writable);
    }
    boolean known = outside.readUrl() != null || order.scenario().mode().routesReads();
    String only = only(writable);
    if (!known && !only.isEmpty()) {
      outside = new FailoverOrder.Outside(outside.trigger(), cluster.url(), outside.action());
      cluster =
          new TargetSpec.External(
              ExternalNodes.straight(cluster.url(), only), cluster.user(), cluster.password());
    }
    boolean writes = known || !only.isEmpty();
    if (!writes) {
      notes.add(
          "nothing was written, so stale reads are not known: "
              + (writable.isEmpty()
                  ? "no --node is known as the primary (not read-only, and no replica; MySQL says"
                      + " the latter only to a login with REPLICATION CLIENT)"
                  : "each of " + String.join(", ", writable) + " may be the primary")
              + "; --url for writes with --read-url for reads says where to write");
    }
    BalanceScenario scenario = writes ? order.scenario() : reading;
    return new OwnSpread(
        scenario,
        order.servers(scenario, cluster, outside),
        driver,
        names,
        only(open),
        notes,
        folder,
        context);
  }

  /** The node if it is the only one; otherwise "". */
  private static String only(List<String> nodes) {
    return nodes.size() == 1 ? nodes.get(0) : "";
  }

  private static void look(
      NodeObserver.Site site,
      Target login,
      Map<String, String> names,
      List<String> open,
      List<String> writable)
      throws TargetException {
    try (Connection connection = site.opening().open()) {
      String other =
          names.putIfAbsent(Sql.text(connection, "SELECT " + site.identity()), site.node());
      BadInputException.check(
          other == null,
          "--node",
          words("=%s is the same server as %s: name each server once", site.node(), other));
      if (!NodeObserver.isOn(Sql.text(connection, "SELECT @@global.read_only"))
          && !NodeObserver.isOn(Sql.text(connection, "SELECT @@innodb_read_only"))) {
        // Replicas are not always read-only, but a row that only they have is one too many.
        Boolean follows =
            ExternalCluster.isAurora(site.identity()) ? (Boolean) false : follows(connection);
        if (!Boolean.TRUE.equals(follows)) {
          open.add(site.node());
        }
        if (Boolean.FALSE.equals(follows)) {
          writable.add(site.node());
        }
      }
    } catch (SQLException e) {
      throw new TargetException(TestCluster.problem(site.node(), login, false, e), e);
    }
  }

  /** Whether a server is a replica; absent if it does not say so to this login. */
  private static @Nullable Boolean follows(Connection connection) throws SQLException {
    ReplicaState state = ReplicaState.read(connection, ServerProduct.read(connection));
    if (state.unknown().isEmpty()) {
      return !state.sources().isEmpty();
    }
    // Of MariaDB, for every login.
    Map<String, String> running = Sql.pairs(connection, "SHOW STATUS LIKE 'Slaves_running'");
    return running.isEmpty() ? null : (Boolean) !running.containsValue("0");
  }

  /** The scenario as it is performed: without writes if nobody takes them. */
  BalanceScenario scenario() {
    return scenario;
  }

  @Override
  public List<String> checkSessions(boolean writes) throws TargetException {
    return super.checkSessions(writes && writes());
  }

  /** Without connectors, which would take their turn in a driver's list of servers. */
  @Override
  public ProbePlan plan() {
    ProbePlan plan = super.plan();
    return plan.with(
        new ProbePlan.Urls(plan.urls().write(), plan.urls().read(), null),
        words(
            "COALESCE(ELT(FIELD(%s, %s), %s), %s)",
            plan.identity(), quoted(names.keySet()), quoted(names.values()), plan.identity()));
  }

  private static String quoted(Collection<String> texts) {
    return texts.stream()
        .map(text -> "'" + text.replace("\\", "\\\\").replace("'", "''") + "'")
        .collect(Collectors.joining(", "));
  }

  /** They write nothing: a node counts as writable if it does not say that it is read-only. */
  @Override
  public List<NodeObserver.Site> sites() {
    return super.sites().stream()
        .map(
            site ->
                new NodeObserver.Site(
                    site.node(),
                    apart(site),
                    millis -> Sql.executed(site.soon().open(millis), APART),
                    site.identity(),
                    null))
        .toList();
  }

  private static StraightConnection.Opening apart(NodeObserver.Site site) {
    return () -> Sql.executed(site.opening().open(), APART);
  }

  @Override
  public List<SampledServer> sampled() {
    return super.sampled().stream()
        .map(one -> new SampledServer(one.name(), one.connector().sending(List.of(APART))))
        .toList();
  }

  @Override
  public List<Looks<ConnectionCount>> samplers(Duration period, Clock ofRun) {
    return sites().stream()
        .map(
            site ->
                ConnectionCount.sampler(
                    site.node(), site.opening(), ProcessList::ofApplication, period, ofRun))
        .toList();
  }

  @Override
  public Intervention intervention() {
    return new TriggeredLoss();
  }

  private final class TriggeredLoss implements Intervention {
    @Override
    public boolean changesPrimary() {
      return false;
    }

    @Override
    public long announce(TrialTimeline timeline) {
      ChangeScenario.External change = scenario.loss();
      return timeline.note(
          Kind.FAULT, "", change.manual() ? "take a replica away now" : "the trigger begins");
    }

    @Override
    public void inject(TrialTimeline timeline, BooleanSupplier stopped) throws TargetException {
      trigger(timeline, stopped);
      long end = clock.nanoTime() + Duration.ofMillis(scenario.times().timeMillis()).toNanos();
      clock.sleepUntil(end, stopped);
    }
  }

  @Override
  public List<PoolServer> servers(ClientLog client, long untilNanos) {
    String primary = writes() ? names.getOrDefault(primary(), "") : unwritten;
    List<PoolServer> servers = servers(names.values(), primary, client, untilNanos);
    servers.stream()
        .map(PoolServer::name)
        .filter(server -> !names.containsValue(server))
        .map(server -> server + " took reads and is no --node, so its connections are not known")
        .forEach(notes::add);
    return servers;
  }

  /**
   * The nodes, then other servers that took reads. Replicas share them; others do if they took half
   * of an even share while all servers were up.
   */
  static List<PoolServer> servers(
      Collection<String> nodes, String primary, ClientLog client, long untilNanos) {
    List<Operation> reads =
        client.operations().stream()
            .filter(one -> one.probe() == ProbeKind.READER && one.ok() && !one.server().isEmpty())
            .toList();
    Map<String, Long> counts = new LinkedHashMap<>();
    nodes.forEach(node -> counts.put(node, 0L));
    reads.forEach(
        read -> counts.merge(read.server(), read.endNanos() < untilNanos ? 1L : 0L, Long::sum));
    long all = counts.values().stream().mapToLong(Long::longValue).sum();
    List<PoolServer> servers = new ArrayList<>();
    counts.forEach(
        (server, count) ->
            servers.add(
                new PoolServer(
                    server,
                    server.equals(primary),
                    (nodes.contains(server) && !server.equals(primary))
                        || (count > 0 && 2 * count * counts.size() >= all))));
    return servers;
  }

  @Override
  public String readUrl() {
    return Objects.requireNonNull(plan().urls().read());
  }

  @Override
  public String address(@Nullable Loss loss) {
    return loss != null && NodeUrl.hosts(DriverUrl.own(readUrl())).contains(loss.server())
        ? loss.server()
        : "";
  }

  @Override
  public @Nullable Loss loss(FailoverTrial.Recording recording, Collection<Reason> problems) {
    Long from = recording.moments().faultNanos();
    if (from == null) {
      return null;
    }
    long end = recording.moments().endNanos();
    List<Loss> losses = new ArrayList<>(Absences.of(recording.observations(), from, end));
    losses.removeIf(loss -> Absences.nanos(loss, end) < SHORTEST_NANOS);
    Loss wanted = scenario.loss().changesNothing() || losses.isEmpty() ? null : losses.remove(0);
    if (wanted == null && !scenario.loss().changesNothing() && recording.problems().isEmpty()) {
      problems.add(Code.FAULT_FAILED.of("no --node was seen to go away after the trigger"));
    }
    for (Loss other : losses) {
      long nanos = Absences.nanos(other, end);
      if (nanos >= LONG_NANOS) {
        problems.add(
            Code.SERVER_LOST.of(
                words("%s did not answer for %.1f s, too", other.server(), nanos / 1e9)));
      }
    }
    return wanted;
  }
}
