package io.github.bmt4j.failover.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.server.ReplicationLab.Node;

/** {@code --fault all-down}. */
@AutoService(Fault.class)
public final class AllDown extends Fault {
  public AllDown() {
    super(
        "all-down",
        Disruption.MOVE,
        "all nodes are killed, and a replica comes back as primary",
        FaultOption.RETURN_AFTER);
  }

  @Override
  public void inject(FaultContext context) throws TargetException {
    Node next = context.lab().mostAdvancedReplica();
    for (Node node : context.lab().nodes()) {
      context.lab().kill(node);
    }
    context.injected("all processes killed");
    context.pause(context.option(FaultOption.RETURN_AFTER));
    context.lab().startAlone(next, true);
    context.returned(next, "is back");
    context.promote(next);
  }
}
