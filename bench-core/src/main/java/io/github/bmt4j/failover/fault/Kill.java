package io.github.bmt4j.failover.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.TargetException;

/** {@code --fault kill}. */
@AutoService(Fault.class)
public final class Kill extends Fault {
  public Kill() {
    super(
        "kill",
        "the primary's process is killed (SIGKILL) and a replica is promoted",
        PROMOTION_DELAY);
  }

  @Override
  public void inject(FaultContext context) throws TargetException {
    context.cluster().kill(context.primary());
    context.injected("process killed");
    context.promoteAnother();
  }
}
