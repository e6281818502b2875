package io.github.bmt4j.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.endpoint.Direction;
import io.github.bmt4j.failure.TargetException;

/** {@code --fault blackhole}. */
@AutoService(Fault.class)
public final class Blackhole extends Fault {
  public Blackhole() {
    super(
        "blackhole",
        Disruption.PAUSE,
        "nothing passes between application and primary, for a while: open connections "
            + "stay open and say nothing; the primary stays",
        FaultOption.DURATION);
  }

  @Override
  public boolean breaksTheWay() {
    return true;
  }

  @Override
  public void inject(Scene scene) throws TargetException {
    scene.gate().silence(Direction.BOTH);
    scene.injected("nothing passes");
    scene.pause(scene.option(FaultOption.DURATION));
    scene.gate().speak();
    scene.healed("everything passes");
  }

  @Override
  public void heal(Scene scene) throws TargetException {
    scene.gate().speak();
  }
}
