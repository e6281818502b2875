package io.github.bmt4j.failover;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failover.fault.Faults;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.server.ReplicationLab;
import io.github.bmt4j.server.ReplicationLabs;
import io.github.bmt4j.server.ReplicationOptions;
import java.nio.file.Path;

/** Opens the stage that an order asks for. */
final class TestClusters {
  private TestClusters() {}

  /**
   * Starts a lab, or takes the cluster that is there.
   *
   * @param id of the run
   * @param work folder for files of its own
   */
  static TestCluster open(FailoverOrder order, String id, Path work, Clock clock, Progress progress)
      throws TargetException {
    if (order.target() instanceof TargetSpec.External cluster) {
      return new ExternalCluster(order, cluster, id, work, clock, progress);
    }
    ReplicationLab lab = ReplicationLabs.open(order.target(), labOptions(order), progress);
    LabClusterPlan plan =
        new LabClusterPlan(
            order.ha(),
            Faults.byName(order.fault()),
            order.faultOptions(),
            order.semiSync(),
            order.client());
    return new LabCluster(plan, lab, work, clock);
  }

  static ReplicationOptions labOptions(FailoverOrder order) {
    return new ReplicationOptions(
        order.cache(), order.replicas(), order.semiSync(), order.serverOptions());
  }
}
