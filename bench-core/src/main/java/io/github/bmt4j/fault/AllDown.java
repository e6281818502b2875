package io.github.bmt4j.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.lab.ReplicationLab.Node;

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
  public void inject(Scene scene) throws TargetException {
    Node next = scene.lab().mostAdvancedReplica();
    for (Node node : scene.lab().nodes()) {
      scene.lab().kill(node);
    }
    scene.injected("all processes killed");
    scene.pause(scene.option(FaultOption.RETURN_AFTER));
    scene.lab().startAlone(next, true);
    scene.returned(next, "is back");
    scene.promote(next);
  }
}
