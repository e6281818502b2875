package io.github.bmt4j.failover.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.TargetException;

/** {@code --fault read-only}. */
@AutoService(Fault.class)
public final class ReadOnly extends Fault {
  public ReadOnly() {
    super(
        "read-only", "the primary becomes read-only for a while; no replica is promoted", DURATION);
  }

  @Override
  public void inject(FaultContext context) throws TargetException {
    context.cluster().readOnly(context.primary(), true);
    context.injected("is read-only");
    context.pause(context.option(DURATION));
    context.cluster().readOnly(context.primary(), false);
    context.healed("takes writes again");
  }

  @Override
  public void heal(FaultContext context) throws TargetException {
    context.cluster().readOnly(context.primary(), false);
  }
}
