package io.github.bmt4j.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.TargetException;

/** {@code --fault hang}. */
@AutoService(Fault.class)
public final class Hang extends Fault {
  public Hang() {
    super(
        "hang",
        Disruption.MOVE,
        "the primary's process stands still (SIGSTOP): nothing is refused, nothing is "
            + "answered; a replica is promoted",
        FaultOption.PROMOTION_DELAY);
  }

  @Override
  public void inject(Scene scene) throws TargetException {
    scene.lab().freeze(scene.primary());
    scene.injected("process stands still");
    scene.promoteAnother();
  }

  @Override
  public void heal(Scene scene) throws TargetException {
    scene.lab().thaw(scene.primary());
  }
}
