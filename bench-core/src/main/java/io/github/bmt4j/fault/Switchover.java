package io.github.bmt4j.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.TargetException;
import java.util.Set;

/**
 * A planned change: the primary becomes read-only, its replica catches up and is promoted; the old
 * primary stays up.
 */
@AutoService(Fault.class)
public final class Switchover implements Fault {
  @Override
  public String name() {
    return "switchover";
  }

  @Override
  public String summary() {
    return "a planned change: the primary becomes read-only, its replica catches up and is promoted; the old primary stays up";
  }

  @Override
  public Set<FaultOption> takes() {
    return Set.of(FaultOption.KILL_SESSIONS);
  }

  @Override
  public Disruption disruption() {
    return Disruption.MOVE;
  }

  @Override
  public void inject(Scene scene) throws TargetException {
    scene.promote(scene.handOver());
    if (scene.options().killSessions()) {
      scene.killSessions();
    }
  }
}
