package io.github.bmt4j.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.TargetException;
import java.util.Set;

/** The application's sessions on the primary are killed; the primary stays. */
@AutoService(Fault.class)
public final class KillSessions implements Fault {
  @Override
  public String name() {
    return "kill-sessions";
  }

  @Override
  public String summary() {
    return "the application's sessions on the primary are killed; the primary stays";
  }

  @Override
  public Set<FaultOption> takes() {
    return Set.of();
  }

  @Override
  public Disruption disruption() {
    return Disruption.PAUSE;
  }

  @Override
  public void inject(Scene scene) throws TargetException {
    int killed = scene.lab().killApplicationSessions(scene.primary());
    scene.injected(killed + " sessions of the application killed");
  }
}
