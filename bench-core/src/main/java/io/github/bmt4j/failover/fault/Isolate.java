package io.github.bmt4j.failover.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.server.Cluster.Isolatable;
import java.util.List;

/** {@code --fault isolate}. */
@AutoService(Fault.class)
public final class Isolate extends Fault {
  public Isolate() {
    super(
        "isolate",
        List.of(Isolatable.class),
        "the primary is cut off from the other nodes, though not from the application; another"
            + " node takes over, and the old primary follows it when it is connected again",
        PROMOTION_DELAY,
        RETURN_AFTER);
  }

  @Override
  public void inject(FaultContext context) throws TargetException {
    context.cluster(Isolatable.class).isolate(context.primary());
    context.injected("is cut off from the other nodes");
    context.promoteAnother();
    // The others would commit again because it is back, and not because they have expelled it.
    context.awaitOutside(context.primary());
    context.pause(context.option(RETURN_AFTER));
    heal(context);
    context.returned(context.primary(), "follows the other nodes again");
  }

  @Override
  public void heal(FaultContext context) throws TargetException {
    context.cluster(Isolatable.class).reconnect(context.primary());
  }
}
