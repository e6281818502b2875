package io.github.bmt4j.engine.failover;

import io.github.bmt4j.analysis.balance.BalanceEvidence.PoolServer;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.fault.FaultOptions;
import io.github.bmt4j.fault.Timeline;
import io.github.bmt4j.lab.LabOptions;
import io.github.bmt4j.lab.Login;
import io.github.bmt4j.lab.ReplicationLab;
import io.github.bmt4j.lab.ReplicationLab.Node;
import io.github.bmt4j.measure.Clock;
import io.github.bmt4j.measure.TimelineEvent.Kind;
import io.github.bmt4j.probe.ProbePlan;
import io.github.bmt4j.sampler.ConnectionSampler;
import io.github.bmt4j.sampler.NodeObserver;
import io.github.bmt4j.scenario.HaMode;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * A lab of ours whose replicas share the reads: with {@code loadbalance} the application has a pool
 * of its own for them, otherwise the driver sends them there. There are no connectors: the driver
 * takes servers in turn for the whole JVM, so they would disturb the pools.
 */
final class BalanceStage implements Stage {
  private static final Duration SPARE = Duration.ofMinutes(2);
  private static final String LOOKING = "&connectTimeout=1000&socketTimeout=1000";

  private final BalanceOrder order;
  private final ReplicationLab lab;
  private final LabStage stage;

  /**
   * @param folder for files of its own
   */
  BalanceStage(BalanceOrder order, ReplicationLab lab, Path folder, Clock clock) {
    this.order = order;
    this.lab = lab;
    ReplicaLoss loss = new ReplicaLoss(order.returnAfter(), order.time());
    FailoverOrder failover =
        new FailoverOrder(
            order.target(),
            order.cache(),
            order.serverOptions(),
            order.ha(),
            loss.name(),
            FaultOptions.DEFAULT,
            order.settings(),
            order.replicas(),
            false,
            new FailoverOrder.Load(
                order.writesPerSecond(), order.readsPerSecond(), 0, order.mostWorkers()),
            times(),
            null,
            1,
            null);
    this.stage = new LabStage(failover, loss, lab, folder, clock);
  }

  /** The play ends when its script does. */
  FailoverOrder.Times times() {
    Duration away = order.returnAfter() == null ? Duration.ZERO : order.returnAfter();
    return new FailoverOrder.Times(
        order.before(), order.stall(), Duration.ZERO, away.plus(order.time()).plus(SPARE));
  }

  /** All nodes, and which of them share the reads. */
  List<PoolServer> servers() {
    return lab.nodes().stream()
        .map(node -> new PoolServer(node.name(), node.name(), isPrimary(node), !isPrimary(node)))
        .toList();
  }

  /** The name of the node that is lost, if one is. */
  String lost() {
    return lab.nodes().get(lab.nodes().size() - 1).name();
  }

  /** Begins to count the application's connections to each node. */
  List<ConnectionSampler> samplers(Duration period, Clock clock) {
    return lab.nodes().stream()
        .map(
            node ->
                new ConnectionSampler(
                    node.name(),
                    () -> connection(lab.url(node) + LOOKING, lab.admin()),
                    lab.application().user(),
                    period,
                    clock))
        .toList();
  }

  @Override
  public ProbePlan plan() {
    String primary = address(lab.primary());
    List<String> replicas =
        lab.nodes().stream().filter(node -> !isPrimary(node)).map(BalanceStage::address).toList();
    Duration denied = order.denied();
    String reads =
        ApplicationUrls.spread(order.ha(), primary, replicas, LabOptions.DATABASE)
            + (denied == null ? "" : "&deniedListTimeout=" + denied.toMillis());
    String writes =
        order.ha() == HaMode.LOADBALANCE
            ? ApplicationUrls.url(HaMode.ENDPOINT, primary, List.of(), LabOptions.DATABASE)
            : reads;
    return stage.plan().over(writes, reads, null, order.readTime().toMillis());
  }

  @Override
  public long noteFault(Timeline timeline) {
    return order.returnAfter() == null
        ? timeline.note(Kind.FAULT, "", "nothing is lost")
        : timeline.note(Kind.FAULT, lost(), "is about to be lost");
  }

  @Override
  public String description() {
    return stage.description();
  }

  @Override
  public void ready(BooleanSupplier stopped) throws TargetException {
    stage.ready(stopped);
  }

  @Override
  public List<String> javaOptions() {
    return stage.javaOptions();
  }

  @Override
  public List<NodeObserver.Site> sites() {
    return stage.sites();
  }

  @Override
  public Connection connect() throws SQLException {
    return stage.connect();
  }

  @Override
  public String primary() {
    return stage.primary();
  }

  @Override
  public void prepare(Timeline timeline, BooleanSupplier stopped) throws TargetException {
    stage.prepare(timeline, stopped);
  }

  @Override
  public void inject(Timeline timeline, BooleanSupplier stopped) throws TargetException {
    stage.inject(timeline, stopped);
  }

  @Override
  public Aftermath settle() throws TargetException {
    return stage.settle();
  }

  private boolean isPrimary(Node node) {
    return node.equals(lab.primary());
  }

  private static String address(Node node) {
    return node.host() + ":" + node.port();
  }

  private static Connection connection(String url, Login login) throws SQLException {
    return DriverManager.getConnection(url, login.user(), login.password().reveal());
  }

  @Override
  public void close() {
    stage.close();
  }
}
