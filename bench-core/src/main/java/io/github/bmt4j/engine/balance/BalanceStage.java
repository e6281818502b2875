package io.github.bmt4j.engine.balance;

import io.github.bmt4j.analysis.balance.BalanceEvidence.PoolServer;
import io.github.bmt4j.engine.play.ApplicationUrls;
import io.github.bmt4j.engine.play.LabPlan;
import io.github.bmt4j.engine.play.LabStage;
import io.github.bmt4j.engine.play.PlayTimes;
import io.github.bmt4j.engine.play.Stage;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.fault.FaultOptions;
import io.github.bmt4j.fault.Timeline;
import io.github.bmt4j.lab.LabOptions;
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
    LabPlan plan =
        new LabPlan(
            order.ha(), FaultOptions.DEFAULT, order.settings(), false, order.load(), times());
    this.stage = new LabStage(plan, loss, lab, folder, clock);
  }

  /** The play ends when its script does. */
  PlayTimes times() {
    Duration away = order.returnAfter() == null ? Duration.ZERO : order.returnAfter();
    return new PlayTimes(
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
                    () -> LabStage.look(lab, node, lab.admin()),
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
    String reads = ApplicationUrls.spread(order.ha(), primary, replicas, LabOptions.DATABASE);
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
  public Aftermath settle(BooleanSupplier stopped) throws TargetException {
    return stage.settle(stopped);
  }

  private boolean isPrimary(Node node) {
    return node.equals(lab.primary());
  }

  private static String address(Node node) {
    return node.host() + ":" + node.port();
  }

  @Override
  public void close() {
    stage.close();
  }
}
