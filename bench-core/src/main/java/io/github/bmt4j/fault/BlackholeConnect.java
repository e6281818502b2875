package io.github.bmt4j.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.TargetException;
import java.util.Set;

/** New connections to the primary get no answer, for a while; open ones are not touched. */
@AutoService(Fault.class)
public final class BlackholeConnect implements Fault {
  @Override
  public String name() {
    return "blackhole-connect";
  }

  @Override
  public String summary() {
    return "new connections to the primary get no answer, for a while; open ones are not touched";
  }

  @Override
  public Set<FaultOption> takes() {
    return Set.of(FaultOption.DURATION);
  }

  @Override
  public Disruption disruption() {
    return Disruption.NONE;
  }

  @Override
  public boolean breaksTheWay() {
    return true;
  }

  @Override
  public void inject(Scene scene) throws TargetException {
    scene.gate().blockConnects(true);
    scene.injected("connects get no answer");
    scene.pause(scene.options().duration());
    scene.gate().blockConnects(false);
    scene.healed("connects are answered");
  }

  @Override
  public void heal(Scene scene) throws TargetException {
    scene.gate().blockConnects(false);
  }
}
