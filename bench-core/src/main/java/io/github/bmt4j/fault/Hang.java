package io.github.bmt4j.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.TargetException;
import java.util.Set;

/**
 * The primary's process stands still (SIGSTOP): nothing is refused, nothing is answered; a replica
 * is promoted.
 */
@AutoService(Fault.class)
public final class Hang implements Fault {
  @Override
  public String name() {
    return "hang";
  }

  @Override
  public String summary() {
    return "the primary's process stands still (SIGSTOP): nothing is refused, nothing is answered; a replica is promoted";
  }

  @Override
  public Set<FaultOption> takes() {
    return Set.of(FaultOption.PROMOTION_DELAY);
  }

  @Override
  public Disruption disruption() {
    return Disruption.MOVE;
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
