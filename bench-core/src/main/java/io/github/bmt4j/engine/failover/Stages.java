package io.github.bmt4j.engine.failover;

import io.github.bmt4j.engine.play.LabPlan;
import io.github.bmt4j.engine.play.LabStage;
import io.github.bmt4j.engine.play.Stage;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.fault.Faults;
import io.github.bmt4j.lab.ReplicationLab;
import io.github.bmt4j.lab.ReplicationLabs;
import io.github.bmt4j.lab.ReplicationOptions;
import io.github.bmt4j.measure.Clock;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.target.TargetSpec;
import java.nio.file.Path;

/** Opens the stage that an order asks for. */
final class Stages {
  private Stages() {}

  /**
   * Starts a lab, or takes the cluster that is there.
   *
   * @param id of the run
   * @param work folder for files of its own
   */
  static Stage open(FailoverOrder order, String id, Path work, Clock clock, Progress progress)
      throws TargetException {
    if (order.target() instanceof TargetSpec.External cluster) {
      return new ExternalStage(order, cluster, id, work, clock, progress);
    }
    ReplicationLab lab = ReplicationLabs.open(order.target(), labOptions(order), progress);
    LabPlan plan =
        new LabPlan(
            order.ha(),
            Faults.byName(order.fault()),
            order.faultOptions(),
            order.semiSync(),
            order.client());
    return new LabStage(plan, lab, work, clock);
  }

  static ReplicationOptions labOptions(FailoverOrder order) {
    return new ReplicationOptions(
        order.cache(), order.replicas(), order.semiSync(), order.serverOptions());
  }
}
