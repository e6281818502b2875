package io.github.bmt4j.failover.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.server.DeclaredOption;

/** {@code --fault switchover}. */
@AutoService(Fault.class)
public final class Switchover extends Fault {
  private static final DeclaredOption<Boolean> KILL_SESSIONS =
      DeclaredOption.toggle(
          "--kill-sessions", "also kill the application's sessions on the old primary");

  public Switchover() {
    super(
        "switchover",
        "a planned change: the primary becomes read-only, its replica catches up and is "
            + "promoted; the old primary stays up",
        KILL_SESSIONS,
        HOLD);
  }

  @Override
  public void inject(FaultContext context) throws TargetException {
    try {
      context.hold();
      context.promote(context.handOver());
      if (context.option(KILL_SESSIONS)) {
        context.killSessions();
      }
    } finally {
      context.release();
    }
  }
}
