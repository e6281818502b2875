package io.github.bmt4j.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.TargetException;
import java.util.Set;

/**
 * The primary is killed, a replica is promoted, and the old primary comes back as a read-only
 * replica.
 */
@AutoService(Fault.class)
public final class OldPrimaryReturns implements Fault {
  @Override
  public String name() {
    return "old-primary-returns";
  }

  @Override
  public String summary() {
    return "the primary is killed, a replica is promoted, and the old primary comes back as a read-only replica";
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
    scene.lab().startAsReplica(scene.primary());
    scene.returned(scene.primary(), "is back, read-only");
  }
}
