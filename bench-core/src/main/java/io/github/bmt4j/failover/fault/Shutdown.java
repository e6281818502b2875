package io.github.bmt4j.failover.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.TargetException;

/** {@code --fault shutdown}. */
@AutoService(Fault.class)
public final class Shutdown extends Fault {
  public Shutdown() {
    super(
        "shutdown",
        "the primary is shut down in an orderly way (SIGTERM) and a replica is promoted",
        PROMOTION_DELAY);
  }

  @Override
  public void inject(FaultContext context) throws TargetException {
    context.cluster().shutdown(context.primary());
    context.injected("process shuts down (SIGTERM)");
    context.promoteAnother();
  }
}
