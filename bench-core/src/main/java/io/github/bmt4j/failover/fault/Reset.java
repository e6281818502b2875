package io.github.bmt4j.failover.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.TargetException;

/** {@code --fault reset}. */
@AutoService(Fault.class)
public final class Reset extends Fault {
  public Reset() {
    super(
        "reset",
        "the application's open connections to the primary are reset, once; the primary "
            + "stays");
  }

  @Override
  public boolean breaksThePath() {
    return true;
  }

  @Override
  public void inject(FaultContext context) throws TargetException {
    context.proxy().reset();
    context.injected("open connections reset");
  }
}
