package io.github.bmt4j.failover.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.server.Cluster.Node;
import java.util.Optional;

/** {@code --fault endpoint-flip}. */
@AutoService(Fault.class)
public final class EndpointFlip extends Fault {
  public EndpointFlip() {
    super(
        "endpoint-flip",
        "a planned change whose endpoint cuts its open connections when it points to "
            + "the new primary");
  }

  @Override
  public Optional<String> obstacle(HaMode ha) {
    return ha.equals(HaMode.ENDPOINT)
        ? Optional.empty()
        : Optional.of("--ha " + ha.word() + ": it needs --ha endpoint");
  }

  @Override
  public void inject(FaultContext context) throws TargetException {
    Node next = context.handOver();
    context.promote(next);
    context.proxy().cut();
    context.note(next, "open connections of the endpoint cut");
  }
}
