package io.github.bmt4j.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.lab.ReplicationLab.Node;
import io.github.bmt4j.scenario.HaMode;
import java.time.Duration;
import java.util.Optional;

/** {@code --fault lagging-promotion}. */
@AutoService(Fault.class)
public final class LaggingPromotion extends Fault {
  private static final FaultOption<Duration> LAG =
      FaultOption.time("--lag", 1_000, "how long replicas have received nothing");

  public LaggingPromotion() {
    super(
        "lagging-promotion",
        Disruption.MOVE,
        "replicas receive nothing for a while, then the primary is killed and one of "
            + "them is promoted: what they lack is lost",
        FaultOption.PROMOTION_DELAY,
        LAG);
  }

  @Override
  public Optional<String> obstacle(HaMode ha, boolean semiSync) {
    return semiSync
        ? Optional.of("--semi-sync: commits would wait for the replicas that receive nothing")
        : Optional.empty();
  }

  @Override
  public void prepare(Scene scene) throws TargetException {
    for (Node node : scene.lab().nodes()) {
      if (!node.equals(scene.primary())) {
        scene.lab().stopReceiving(node);
        scene.note(node, "receives nothing any more");
      }
    }
    scene.pause(scene.option(LAG));
  }

  @Override
  public void inject(Scene scene) throws TargetException {
    scene.lab().kill(scene.primary());
    scene.injected("process killed");
    scene.promoteAnother();
  }
}
