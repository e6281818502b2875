package io.github.bmt4j.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.TargetException;

/** {@code --fault shutdown}. */
@AutoService(Fault.class)
public final class Shutdown extends Fault {
  public Shutdown() {
    super(
        "shutdown",
        Disruption.MOVE,
        "the primary is shut down in order (SIGTERM) and a replica is promoted",
        FaultOption.PROMOTION_DELAY);
  }

  @Override
  public void inject(Scene scene) throws TargetException {
    scene.lab().shutdown(scene.primary());
    scene.injected("process has ended in order");
    scene.promoteAnother();
  }
}
