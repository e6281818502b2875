package io.github.bmt4j.failover.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.TargetException;

/** {@code --fault hang}. */
@AutoService(Fault.class)
public final class Hang extends Fault {
  public Hang() {
    super(
        "hang",
        Disruption.MOVE,
        "the primary's process stands still (SIGSTOP): nothing is refused, nothing is "
            + "answered; a replica is promoted",
        FaultOption.PROMOTION_DELAY);
  }

  @Override
  public void inject(FaultContext context) throws TargetException {
    context.lab().freeze(context.primary());
    context.injected("process stands still");
    context.promoteAnother();
  }

  @Override
  public void heal(FaultContext context) throws TargetException {
    context.lab().thaw(context.primary());
  }
}
