package io.github.bmt4j.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.lab.ReplicationLab.Node;
import io.github.bmt4j.scenario.HaMode;
import java.util.Optional;

/** {@code --fault endpoint-flip}. */
@AutoService(Fault.class)
public final class EndpointFlip extends Fault {
  public EndpointFlip() {
    super(
        "endpoint-flip",
        Disruption.MOVE_AND_CUT,
        "a planned change whose endpoint cuts its open connections when it points to "
            + "the new primary");
  }

  @Override
  public Optional<String> obstacle(HaMode ha, boolean semiSync) {
    return ha == HaMode.ENDPOINT
        ? Optional.empty()
        : Optional.of("--ha " + ha.word() + ": it needs --ha endpoint");
  }

  @Override
  public void inject(Scene scene) throws TargetException {
    Node next = scene.handOver();
    scene.promote(next);
    scene.gate().cut();
    scene.note(next, "open connections of the endpoint cut");
  }
}
