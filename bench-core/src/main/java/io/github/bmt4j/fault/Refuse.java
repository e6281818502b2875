package io.github.bmt4j.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.TargetException;
import java.util.Set;

/**
 * The application's open connections to the primary are reset and new ones refused, for a while;
 * the primary stays.
 */
@AutoService(Fault.class)
public final class Refuse implements Fault {
  @Override
  public String name() {
    return "refuse";
  }

  @Override
  public String summary() {
    return "the application's open connections to the primary are reset and new ones refused, for a while; the primary stays";
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
    scene.gate().refuse(true);
    scene.gate().reset();
    scene.injected("connections reset and refused");
    scene.pause(scene.options().duration());
    scene.gate().refuse(false);
    scene.healed("connections taken again");
  }

  @Override
  public void heal(Scene scene) throws TargetException {
    scene.gate().refuse(false);
  }
}
