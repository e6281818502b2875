package io.github.bmt4j.failover.balance;

import io.github.bmt4j.failover.fault.Disruption;
import io.github.bmt4j.failover.fault.Fault;
import io.github.bmt4j.failover.fault.FaultContext;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.server.ReplicationLab;
import io.github.bmt4j.server.ReplicationLab.Node;
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
   * @param returnAfter how long the replica is away; absent when it is not killed
   * @param time how long to watch after that
   */
  ReplicaLoss(@Nullable Duration returnAfter, Duration time) {
    super("replica-loss", Disruption.NONE, "a replica is killed (SIGKILL) and started again");
    this.returnAfter = returnAfter;
    this.time = time;
  }

  @Override
  public String victim(ReplicationLab lab) {
    return returnAfter == null ? "" : last(lab).name();
  }

  private static Node last(ReplicationLab lab) {
    return lab.nodes().get(lab.nodes().size() - 1);
  }

  @Override
  public void inject(FaultContext context) throws TargetException {
    if (returnAfter != null) {
      Node node = last(context.lab());
      context.lab().kill(node);
      context.note(node, "process killed");
      context.pause(returnAfter);
      context.lab().startAsReplica(node);
      context.returned(node, "is back");
    }
    context.pause(time);
  }
}
