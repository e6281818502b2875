package io.github.bmt4j.failover.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.TargetException;

/** {@code --fault refuse}. */
@AutoService(Fault.class)
public final class Refuse extends Fault {
  public Refuse() {
    super(
        "refuse",
        "the application's open connections to the primary are reset and new ones "
            + "refused, for a while; the primary stays",
        DURATION);
  }

  @Override
  public boolean breaksThePath() {
    return true;
  }

  @Override
  public void inject(FaultContext context) throws TargetException {
    context.proxy().refuse(true);
    context.proxy().reset();
    context.injected("connections reset and refused");
    context.pause(context.option(DURATION));
    context.proxy().refuse(false);
    context.healed("connections taken again");
  }

  @Override
  public void heal(FaultContext context) throws TargetException {
    context.proxy().refuse(false);
  }
}
