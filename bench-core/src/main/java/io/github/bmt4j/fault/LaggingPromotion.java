package io.github.bmt4j.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.lab.ReplicationLab.Node;
import java.util.Set;

/**
 * Replicas receive nothing for a while, then the primary is killed and one of them is promoted:
 * what they lack is lost.
 */
@AutoService(Fault.class)
public final class LaggingPromotion implements Fault {
  @Override
  public String name() {
    return "lagging-promotion";
  }

  @Override
  public String summary() {
    return "replicas receive nothing for a while, then the primary is killed and one of them is promoted: what they lack is lost";
  }

  @Override
  public Set<FaultOption> takes() {
    return Set.of(FaultOption.PROMOTION_DELAY, FaultOption.LAG);
  }

  @Override
  public Disruption disruption() {
    return Disruption.MOVE;
  }

  @Override
  public void prepare(Scene scene) throws TargetException {
    for (Node node : scene.lab().nodes()) {
      if (!node.equals(scene.primary())) {
        scene.lab().stopReceiving(node);
        scene.note(node, "receives nothing any more");
      }
    }
    scene.pause(scene.options().lag());
  }

  @Override
  public void inject(Scene scene) throws TargetException {
    scene.lab().kill(scene.primary());
    scene.injected("process killed");
    scene.promoteAnother();
  }
}
