package io.github.bmt4j.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.TargetException;
import java.util.Set;

/** The application's open connections to the primary are reset, once; the primary stays. */
@AutoService(Fault.class)
public final class Reset implements Fault {
  @Override
  public String name() {
    return "reset";
  }

  @Override
  public String summary() {
    return "the application's open connections to the primary are reset, once; the primary stays";
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
  public boolean breaksTheWay() {
    return true;
  }

  @Override
  public void inject(Scene scene) throws TargetException {
    scene.gate().reset();
    scene.injected("open connections reset");
  }
}
