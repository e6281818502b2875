package io.github.bmt4j.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.lab.ReplicationLab.Node;
import java.util.Set;

/** All nodes are killed, and a replica comes back as primary. */
@AutoService(Fault.class)
public final class AllDown implements Fault {
  @Override
  public String name() {
    return "all-down";
  }

  @Override
  public String summary() {
    return "all nodes are killed, and a replica comes back as primary";
  }

  @Override
  public Set<FaultOption> takes() {
    return Set.of(FaultOption.RETURN_AFTER);
  }

  @Override
  public Disruption disruption() {
    return Disruption.MOVE;
  }

  @Override
  public void inject(Scene scene) throws TargetException {
    Node next = scene.lab().mostAdvancedReplica();
    for (Node node : scene.lab().nodes()) {
      scene.lab().kill(node);
    }
    scene.injected("all processes killed");
    scene.pause(scene.options().returnAfter());
    scene.lab().startAlone(next, true);
    scene.returned(next, "is back");
    scene.promote(next);
  }
}
