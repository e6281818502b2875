package io.github.bmt4j.failover.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.TargetException;

/** The primary's process stops working, and a replica is promoted. */
abstract class PrimaryLost extends Fault {
  private final String injected;
  private final Step stop;

  private PrimaryLost(String name, String summary, String injected, Step stop) {
    super(name, summary, PROMOTION_DELAY);
    this.injected = injected;
    this.stop = stop;
  }

  @Override
  public final void inject(FaultContext context) throws TargetException {
    stop.take(context);
    context.injected(injected);
    context.promoteAnother();
  }

  @AutoService(Fault.class)
  public static final class Kill extends PrimaryLost {
    public Kill() {
      super(
          "kill",
          "the primary's process is killed (SIGKILL) and a replica is promoted",
          "process killed",
          context -> context.cluster().kill(context.primary()));
    }
  }

  @AutoService(Fault.class)
  public static final class Shutdown extends PrimaryLost {
    public Shutdown() {
      super(
          "shutdown",
          "the primary is shut down in an orderly way (SIGTERM) and a replica is promoted",
          "process shuts down (SIGTERM)",
          context -> context.cluster().shutdown(context.primary()));
    }
  }

  @AutoService(Fault.class)
  public static final class Hang extends PrimaryLost {
    public Hang() {
      super(
          "hang",
          "the primary's process is stopped (SIGSTOP): nothing is refused, nothing is answered; a"
              + " replica is promoted",
          "process stopped (SIGSTOP)",
          context -> context.cluster().freeze(context.primary()));
    }

    @Override
    public void heal(FaultContext context) throws TargetException {
      context.cluster().thaw(context.primary());
    }
  }
}
