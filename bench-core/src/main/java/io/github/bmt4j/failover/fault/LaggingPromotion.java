package io.github.bmt4j.failover.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.server.Cluster.Killable;
import io.github.bmt4j.server.Cluster.Laggable;
import io.github.bmt4j.server.Cluster.Node;
import io.github.bmt4j.server.Cluster.Promotable;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** {@code --fault lagging-promotion}. */
@AutoService(Fault.class)
public final class LaggingPromotion extends Fault {
  private static final FaultOption<Duration> LAG =
      FaultOption.time("--lag", 1_000, "how long replicas have received nothing");

  public LaggingPromotion() {
    super(
        "lagging-promotion",
        Disruption.MOVE,
        List.of(Killable.class, Laggable.class, Promotable.class),
        "replicas receive nothing for a while, then the primary is killed and one of "
            + "them is promoted: what they lack is lost",
        FaultOption.PROMOTION_DELAY,
        LAG);
  }

  @Override
  public Optional<String> obstacle(HaMode ha, boolean semiSync) {
    return semiSync
        ? Optional.of("--semi-sync: commits would wait for the replicas that receive nothing")
        : Optional.empty();
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
    context.cluster(Killable.class).kill(context.primary());
    context.injected("process killed");
    context.promoteAnother();
  }
}
