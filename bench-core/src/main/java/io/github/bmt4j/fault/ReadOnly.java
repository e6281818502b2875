package io.github.bmt4j.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.TargetException;
import java.util.Set;

/** The primary becomes read-only, for a while; nobody is promoted. */
@AutoService(Fault.class)
public final class ReadOnly implements Fault {
  @Override
  public String name() {
    return "read-only";
  }

  @Override
  public String summary() {
    return "the primary becomes read-only, for a while; nobody is promoted";
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
  public void inject(Scene scene) throws TargetException {
    scene.lab().readOnly(scene.primary(), true);
    scene.injected("is read-only");
    scene.pause(scene.options().duration());
    scene.lab().readOnly(scene.primary(), false);
    scene.healed("takes writes again");
  }

  @Override
  public void heal(Scene scene) throws TargetException {
    scene.lab().readOnly(scene.primary(), false);
  }
}
