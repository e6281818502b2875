package io.github.bmt4j.failover.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.TargetException;

/** {@code --fault hang}. */
@AutoService(Fault.class)
public final class Hang extends Fault {
  public Hang() {
    super(
        "hang",
        "the primary's process is stopped (SIGSTOP): nothing is refused, nothing is "
            + "answered; a replica is promoted",
        PROMOTION_DELAY);
  }

  @Override
  public void inject(FaultContext context) throws TargetException {
    context.cluster().freeze(context.primary());
    context.injected("process stopped (SIGSTOP)");
    context.promoteAnother();
  }

  @Override
  public void heal(FaultContext context) throws TargetException {
    context.cluster().thaw(context.primary());
  }
}
