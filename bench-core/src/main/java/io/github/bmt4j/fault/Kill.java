package io.github.bmt4j.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.TargetException;

/** {@code --fault kill}. */
@AutoService(Fault.class)
public final class Kill extends Fault {
  public Kill() {
    super(
        "kill",
        Disruption.MOVE,
        "the primary's process is killed (SIGKILL) and a replica is promoted",
        FaultOption.PROMOTION_DELAY);
  }

  @Override
  public void inject(Scene scene) throws TargetException {
    scene.lab().kill(scene.primary());
    scene.injected("process killed");
    scene.promoteAnother();
  }
}
