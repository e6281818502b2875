package io.github.bmt4j.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.TargetException;

/** {@code --fault refuse}. */
@AutoService(Fault.class)
public final class Refuse extends Fault {
  public Refuse() {
    super(
        "refuse",
        Disruption.PAUSE,
        "the application's open connections to the primary are reset and new ones "
            + "refused, for a while; the primary stays",
        FaultOption.DURATION);
  }

  @Override
  public boolean breaksTheWay() {
    return true;
  }

  @Override
  public void inject(Scene scene) throws TargetException {
    scene.gate().refuse(true);
    scene.gate().reset();
    scene.injected("connections reset and refused");
    scene.pause(scene.option(FaultOption.DURATION));
    scene.gate().refuse(false);
    scene.healed("connections taken again");
  }

  @Override
  public void heal(Scene scene) throws TargetException {
    scene.gate().refuse(false);
  }
}
