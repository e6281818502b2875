package io.github.bmt4j.failover.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.TargetException;

/** {@code --fault shutdown}. */
@AutoService(Fault.class)
public final class Shutdown extends Fault {
  public Shutdown() {
    super(
        "shutdown",
        Disruption.MOVE,
        "the primary is shut down in order (SIGTERM) and a replica is promoted",
        FaultOption.PROMOTION_DELAY);
  }

  @Override
  public void inject(FaultContext context) throws TargetException {
    context.lab().shutdown(context.primary());
    context.injected("process has ended in order");
    context.promoteAnother();
  }
}
