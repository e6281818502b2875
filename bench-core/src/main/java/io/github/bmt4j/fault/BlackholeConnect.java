package io.github.bmt4j.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.TargetException;

/** {@code --fault blackhole-connect}. */
@AutoService(Fault.class)
public final class BlackholeConnect extends Fault {
  public BlackholeConnect() {
    super(
        "blackhole-connect",
        Disruption.NONE,
        "new connections to the primary get no answer, for a while; open ones are not " + "touched",
        FaultOption.DURATION);
  }

  @Override
  public boolean breaksTheWay() {
    return true;
  }

  @Override
  public void inject(Scene scene) throws TargetException {
    scene.gate().blockConnects(true);
    scene.injected("connects get no answer");
    scene.pause(scene.option(FaultOption.DURATION));
    scene.gate().blockConnects(false);
    scene.healed("connects are answered");
  }

  @Override
  public void heal(Scene scene) throws TargetException {
    scene.gate().blockConnects(false);
  }
}
