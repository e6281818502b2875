package io.github.bmt4j.failover.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.server.Cluster.Node;

/** {@code --fault all-down}. */
@AutoService(Fault.class)
public final class AllDown extends Fault {
  public AllDown() {
    super("all-down", "all nodes are killed, and a replica comes back as primary", RETURN_AFTER);
  }

  @Override
  public void inject(FaultContext context) throws TargetException {
    Node next = context.cluster().mostAdvancedReplica();
    for (Node node : context.cluster().nodes()) {
      context.cluster().kill(node);
    }
    context.injected("all processes killed");
    context.pause(context.option(RETURN_AFTER));
    context.cluster().startAlone(next, true);
    context.returned(next, "is back");
    context.promote(next);
  }
}
