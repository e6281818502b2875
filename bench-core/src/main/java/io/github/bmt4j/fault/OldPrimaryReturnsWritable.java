package io.github.bmt4j.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.TargetException;
import java.util.Set;

/**
 * The primary is killed, a replica is promoted, and the old primary comes back writable, as nobody
 * should let it.
 */
@AutoService(Fault.class)
public final class OldPrimaryReturnsWritable implements Fault {
  @Override
  public String name() {
    return "old-primary-returns-writable";
  }

  @Override
  public String summary() {
    return "the primary is killed, a replica is promoted, and the old primary comes back writable, as nobody should let it";
  }

  @Override
  public Set<FaultOption> takes() {
    return Set.of(FaultOption.PROMOTION_DELAY, FaultOption.RETURN_AFTER);
  }

  @Override
  public Disruption disruption() {
    return Disruption.MOVE;
  }

  @Override
  public void inject(Scene scene) throws TargetException {
    new Kill().inject(scene);
    scene.pause(scene.options().returnAfter());
    scene.lab().startAlone(scene.primary(), false);
    scene.returned(scene.primary(), "is back, and takes writes");
  }
}
