package io.github.bmt4j.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.endpoint.Direction;
import io.github.bmt4j.failure.TargetException;
import java.util.Set;

/**
 * Nothing passes between application and primary, for a while: open connections stay open and say
 * nothing; the primary stays.
 */
@AutoService(Fault.class)
public final class Blackhole implements Fault {
  @Override
  public String name() {
    return "blackhole";
  }

  @Override
  public String summary() {
    return "nothing passes between application and primary, for a while: open connections stay open and say nothing; the primary stays";
  }

  @Override
  public Set<FaultOption> takes() {
    return Set.of(FaultOption.DURATION);
  }

  @Override
  public Disruption disruption() {
    return Disruption.PAUSE;
  }

  @Override
  public boolean breaksTheWay() {
    return true;
  }

  @Override
  public void inject(Scene scene) throws TargetException {
    scene.gate().silence(Direction.BOTH);
    scene.injected("nothing passes");
    scene.pause(scene.options().duration());
    scene.gate().speak();
    scene.healed("everything passes");
  }

  @Override
  public void heal(Scene scene) throws TargetException {
    scene.gate().speak();
  }
}
