package io.github.bmt4j.catchup;

import io.github.bmt4j.endpoint.TargetErrors;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.CloseOnFailure;
import io.github.bmt4j.failure.Redacted;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.ServerFacts;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.preflight.ReplicaState;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.replication.HeartbeatTable;
import io.github.bmt4j.replication.ReplicaWait;
import io.github.bmt4j.sampling.SampledServer;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.Cluster.Node;
import io.github.bmt4j.server.ServerRegistry;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A primary and its replica: servers that bmt started, or the user's. Any thread. */
final class ReplicaPair implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 30_000;
  private static final long LONGEST_IDLE_SECONDS = Duration.ofDays(7).toSeconds();

  /** Error of a worker that stopped because another one failed. */
  private static final int STOPPED_BY_ANOTHER = 3030;

  private static final Duration RESTART_PATIENCE = Duration.ofMinutes(10);

  final Connector toPrimary;
  final Connector toReplica;
  private final ServerProduct product;
  final ReplicaWait waiting;
  private final @Nullable Cluster cluster;
  final HeartbeatTable heartbeat = new HeartbeatTable();
  private String session = "SET SESSION wait_timeout = " + LONGEST_IDLE_SECONDS;
  private final String stop;
  private final String start;
  private final Set<String> secrets = new HashSet<>();

  private ReplicaPair(
      CatchUpOrder order,
      Target primary,
      Target replica,
      ServerFacts facts,
      ReplicaWait waiting,
      @Nullable Cluster cluster) {
    this.toPrimary = connector(primary);
    this.toReplica = connector(replica);
    this.product = facts.product();
    this.waiting = waiting;
    this.cluster = cluster;
    CatchUpOrder.Outside outside = order.outside();
    String applying = word() + " SQL_THREAD";
    this.stop =
        Objects.requireNonNullElse(outside == null ? null : outside.stop(), "STOP " + applying);
    this.start =
        Objects.requireNonNullElse(outside == null ? null : outside.start(), "START " + applying);
    secrets.addAll(Redacted.in(stop));
    secrets.addAll(Redacted.in(start));
  }

  private static Connector connector(Target target) {
    return new Connector(target, PsMode.DISABLE, 0);
  }

  static ReplicaPair open(CatchUpOrder order, Progress progress) throws TargetException {
    CatchUpOrder.Outside outside = order.outside();
    if (outside != null) {
      return open(
          order, ((TargetSpec.External) order.target()).target(), outside.replica().target(), null);
    }
    Cluster cluster =
        ServerRegistry.open(order.topology(), order.target(), order.start(), progress);
    try (CloseOnFailure opened = new CloseOnFailure(cluster::close)) {
      ReplicaPair pair = of(order, cluster);
      opened.succeeded();
      return pair;
    }
  }

  static ReplicaPair of(CatchUpOrder order, Cluster cluster) throws TargetException {
    Node replica = replica(cluster);
    return open(
        order,
        cluster.target(cluster.primary()),
        cluster.target(replica, cluster.admin()),
        cluster);
  }

  private static ReplicaPair open(
      CatchUpOrder order, Target primary, Target replica, @Nullable Cluster cluster)
      throws TargetException {
    Target asked = primary;
    try (Connection first = connector(primary).connect(PATIENCE_MILLIS)) {
      ServerFacts of = ServerFacts.read(first);
      ReplicaWait waiting =
          ReplicaWait.of(of)
              .filter(one -> one != ReplicaWait.GALERA)
              .orElseThrow(
                  () ->
                      new TargetException(
                          "the primary has no GTIDs, without which the end of a catch-up cannot be"
                              + " waited for: turn on "
                              + (of.product().isMariaDb() ? "log_bin" : "gtid_mode")));
      asked = replica;
      try (Connection second = connector(replica).connect(PATIENCE_MILLIS)) {
        ServerFacts facts = ServerFacts.read(second);
        ReplicaPair pair = new ReplicaPair(order, primary, replica, facts, waiting, cluster);
        if (cluster == null) {
          pair.session += ReplicaChecks.check(order, primary, first, second, facts);
        }
        return pair;
      }
    } catch (SQLException e) {
      throw TargetErrors.target(asked, e);
    }
  }

  private static Node replica(Cluster cluster) {
    return cluster.nodes().stream()
        .filter(node -> !node.equals(cluster.primary()))
        .findFirst()
        .orElseThrow(() -> new BadInputException("no replica: " + cluster.description()));
  }

  boolean isOwn() {
    return cluster != null;
  }

  private Cluster own() {
    return Objects.requireNonNull(cluster);
  }

  private Cluster.Replayable replayable() {
    return own().as(Cluster.Replayable.class);
  }

  Target primary() {
    return toPrimary.target();
  }

  Target replica() {
    return toReplica.target();
  }

  List<SampledServer> sampled() {
    return List.of(
        new SampledServer("replica", toReplica), new SampledServer("primary", toPrimary));
  }

  Connection connectPrimary() throws SQLException {
    return toPrimary.connect(PATIENCE_MILLIS);
  }

  /** A connection that the server keeps open while a backlog is made over others. */
  Connection connectReplica() throws SQLException {
    return Sql.executed(toReplica.connect(PATIENCE_MILLIS), session);
  }

  /** {@code REPLICA}, or {@code SLAVE} on MariaDB and on MySQL before 8.0.22. */
  private String word() {
    return ReplicaChecks.hasNewWords(product) ? "REPLICA" : "SLAVE";
  }

  void stopApplying(Connection replica) throws SQLException {
    execute(replica, stop);
  }

  void startApplying(Connection replica) throws SQLException {
    execute(replica, start);
  }

  /** Executes a statement of the user; passwords are removed from an error that quotes it. */
  private void execute(Connection replica, String statement) throws SQLException {
    try {
      Sql.execute(replica, statement);
    } catch (SQLException e) {
      String words = String.valueOf(e.getMessage());
      throw words.equals(redacted(words))
          ? e
          : new SQLException(redacted(words), e.getSQLState(), e.getErrorCode());
    }
  }

  private String redacted(String words) {
    return Redacted.text(words, secrets);
  }

  String startStatement() {
    return redacted(start);
  }

  void startReceiving(Connection replica) throws SQLException {
    Sql.execute(replica, "START " + word() + " IO_THREAD");
  }

  ReplicaState.Source state(Connection replica) throws SQLException {
    ReplicaState state = ReplicaState.read(replica, product);
    if (state.sources().isEmpty()) {
      throw new SQLException(
          state.unknown().isEmpty() ? "it no longer replicates from any server" : state.unknown());
    }
    return state.sources().get(0);
  }

  /**
   * The server's message for the error that ended replication, without passwords; a worker's
   * message if there is one, "" if there is none.
   */
  String error(Connection replica, ReplicaState.Source state) throws SQLException {
    if (product.isMariaDb()) {
      return redacted(state.error());
    }
    String worker =
        Sql.text(
            replica,
            "SELECT LAST_ERROR_MESSAGE FROM performance_schema.replication_applier_status_by_worker"
                + " WHERE LAST_ERROR_NUMBER <> 0 ORDER BY LAST_ERROR_NUMBER = "
                + STOPPED_BY_ANOTHER
                + " LIMIT 1");
    return redacted(worker.isEmpty() ? state.error() : worker);
  }

  long lacks(Connection replica, String position) throws SQLException {
    return waiting.lacking(replica, position, "");
  }

  boolean hasReceived(Connection replica, String position) throws SQLException {
    return waiting.lacking(replica, position, state(replica).received()) == 0;
  }

  /** Shuts the replica down and keeps a copy of its data. */
  void keep() throws TargetException {
    replayable().keep(replica(own()));
  }

  void replay(String setting) throws TargetException {
    replayable().restart(replica(own()), true, CatchUpOrder.options(setting));
  }

  /** Starts the replica again with a setting, and waits until it has caught up. */
  void restart(String setting) throws TargetException, SQLException {
    if (isOwn()) {
      Node node = replica(own());
      replayable().restart(node, false, CatchUpOrder.options(setting));
      try (Connection replica = connectReplica()) {
        startReceiving(replica);
        startApplying(replica);
      }
      own().awaitCaughtUp(node, RESTART_PATIENCE);
    }
  }

  /**
   * Starts the replica once with each setting, before hours may be spent on a backlog.
   *
   * @throws TargetException when the server does not start with one
   */
  void tryOut(List<String> settings) throws TargetException, SQLException {
    for (String setting : settings) {
      try {
        if (!setting.isEmpty()) {
          restart(setting);
        }
      } catch (TargetException e) {
        throw new TargetException("--settings=" + setting + ": " + e.getMessage(), e);
      }
    }
  }

  /** The folder with the replica's data; absent where bmt did not start it. */
  @Nullable Path data() throws TargetException {
    return isOwn() ? replayable().data(replica(own())) : null;
  }

  @Override
  public void close() {
    if (cluster != null) {
      cluster.close();
    }
  }
}
