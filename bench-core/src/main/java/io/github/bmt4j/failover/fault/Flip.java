package io.github.bmt4j.failover.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.server.Cluster.Node;
import java.util.Optional;

/** A planned change of what leads to the primary, an endpoint or a name. */
abstract class Flip extends Fault {
  private final HaMode needed;

  private Flip(HaMode needed, String summary) {
    super(needed.word() + "-flip", summary);
    this.needed = needed;
  }

  @Override
  public final Optional<String> obstacle(HaMode ha) {
    return ha.equals(needed)
        ? Optional.empty()
        : Optional.of("--ha " + ha.word() + ": it needs --ha " + needed.word());
  }

  @AutoService(Fault.class)
  public static final class Endpoint extends Flip {
    public Endpoint() {
      super(
          HaMode.ENDPOINT,
          "a planned change whose endpoint cuts its open connections when it points to the new"
              + " primary");
    }

    @Override
    public void inject(FaultContext context) throws TargetException {
      Node next = context.handOver();
      context.promote(next);
      context.proxy().cut();
      context.note(next, "open connections of the endpoint cut");
    }
  }

  @AutoService(Fault.class)
  public static final class Dns extends Flip {
    public Dns() {
      super(
          HaMode.DNS,
          "a planned change: the name points to the new primary and the sessions on the old one,"
              + " which stays up read-only, are killed");
    }

    @Override
    public void inject(FaultContext context) throws TargetException {
      context.promote(context.handOver());
      context.killSessions();
    }
  }
}
