package io.github.bmt4j.failover.balance;

import io.github.bmt4j.failover.fault.Fault;
import io.github.bmt4j.failover.fault.FaultContext;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.Cluster.Node;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The last replica is killed and comes back, and the application is watched for a time; or it is
 * watched only.
 */
final class ReplicaLoss extends Fault {
  private final @Nullable Duration returnAfter;
  private final Duration time;

  /**
   * @param returnAfter time for which the replica is away; absent when it is not killed
   * @param time time of observation after that
   */
  ReplicaLoss(@Nullable Duration returnAfter, Duration time) {
    super("replica-loss", "a replica is killed (SIGKILL) and started again");
    this.returnAfter = returnAfter;
    this.time = time;
  }

  @Override
  public String victim(Cluster cluster) {
    return returnAfter == null ? "" : last(cluster).name();
  }

  private static Node last(Cluster cluster) {
    return cluster.nodes().get(cluster.nodes().size() - 1);
  }

  @Override
  public void inject(FaultContext context) throws TargetException {
    if (returnAfter != null) {
      Node node = last(context.cluster());
      context.cluster().kill(node);
      context.note(node, "process killed");
      context.pause(returnAfter);
      context.cluster().rejoin(node);
      context.returned(node, "is back");
    }
    context.pause(time);
  }
}
