package io.github.bmt4j.failover.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.server.Cluster.Laggable;
import io.github.bmt4j.server.Cluster.Node;
import io.github.bmt4j.server.DeclaredOption;
import java.time.Duration;
import java.util.List;

/** {@code --fault lagging-promotion}. */
@AutoService(Fault.class)
public final class LaggingPromotion extends Fault {
  private static final DeclaredOption<Duration> LAG =
      DeclaredOption.time(
          "--lag", 1_000, "how long replicas receive nothing before the primary is killed");

  public LaggingPromotion() {
    super(
        "lagging-promotion",
        List.of(Laggable.class),
        "replicas receive nothing for a while, then the primary is killed and one of "
            + "them is promoted: what they lack is lost",
        PROMOTION_DELAY,
        LAG);
  }

  @Override
  public void prepare(FaultContext context) throws TargetException {
    for (Node node : context.cluster().nodes()) {
      if (!node.equals(context.primary())) {
        context.cluster(Laggable.class).stopReceiving(node);
        context.note(node, "receives nothing any more");
      }
    }
    context.pause(context.option(LAG));
  }

  @Override
  public void inject(FaultContext context) throws TargetException {
    context.cluster().kill(context.primary());
    context.injected("process killed");
    context.promoteAnother();
  }
}
