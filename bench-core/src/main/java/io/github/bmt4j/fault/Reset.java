package io.github.bmt4j.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.TargetException;

/** {@code --fault reset}. */
@AutoService(Fault.class)
public final class Reset extends Fault {
  public Reset() {
    super(
        "reset",
        Disruption.PAUSE,
        "the application's open connections to the primary are reset, once; the primary "
            + "stays");
  }

  @Override
  public boolean breaksTheWay() {
    return true;
  }

  @Override
  public void inject(Scene scene) throws TargetException {
    scene.gate().reset();
    scene.injected("open connections reset");
  }
}
