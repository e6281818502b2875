package io.github.bmt4j.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.TargetException;

/** {@code --fault read-only}. */
@AutoService(Fault.class)
public final class ReadOnly extends Fault {
  public ReadOnly() {
    super(
        "read-only",
        Disruption.PAUSE,
        "the primary becomes read-only, for a while; nobody is promoted",
        FaultOption.DURATION);
  }

  @Override
  public void inject(Scene scene) throws TargetException {
    scene.lab().readOnly(scene.primary(), true);
    scene.injected("is read-only");
    scene.pause(scene.option(FaultOption.DURATION));
    scene.lab().readOnly(scene.primary(), false);
    scene.healed("takes writes again");
  }

  @Override
  public void heal(Scene scene) throws TargetException {
    scene.lab().readOnly(scene.primary(), false);
  }
}
