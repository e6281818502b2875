package io.github.bmt4j.failover.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.TargetException;

/** {@code --fault kill-sessions}. */
@AutoService(Fault.class)
public final class KillSessions extends Fault {
  public KillSessions() {
    super(
        "kill-sessions", "the application's sessions on the primary are killed; the primary stays");
  }

  @Override
  public void inject(FaultContext context) throws TargetException {
    int killed = context.cluster().killApplicationSessions(context.primary());
    context.injected(killed + " sessions of the application killed");
  }
}
