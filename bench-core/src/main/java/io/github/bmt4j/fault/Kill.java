package io.github.bmt4j.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.TargetException;
import java.util.Set;

/** The primary's process is killed (SIGKILL) and a replica is promoted. */
@AutoService(Fault.class)
public final class Kill implements Fault {
  @Override
  public String name() {
    return "kill";
  }

  @Override
  public String summary() {
    return "the primary's process is killed (SIGKILL) and a replica is promoted";
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
    scene.lab().kill(scene.primary());
    scene.injected("process killed");
    scene.promoteAnother();
  }
}
