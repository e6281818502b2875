package io.github.bmt4j.failover.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failover.client.ApplicationSettings;
import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.server.Cluster.Role;
import java.time.Duration;

/** The old primary comes back after the promotion of a replica. */
abstract class OldPrimaryReturns extends Fault {
  private OldPrimaryReturns(String name, String how) {
    super(
        name,
        "the primary is killed, a replica is promoted, and the old primary comes back " + how,
        PROMOTION_DELAY,
        RETURN_AFTER);
  }

  @AutoService(Fault.class)
  public static final class AsReplica extends OldPrimaryReturns {
    public AsReplica() {
      super("old-primary-returns", "and follows the others");
    }

    @Override
    void comeBack(FaultContext context) throws TargetException {
      context.cluster().rejoin(context.primary());
      boolean follows =
          context.cluster().status().stream()
              .anyMatch(
                  state -> state.node().equals(context.primary()) && state.role() == Role.REPLICA);
      context.returned(context.primary(), follows ? "is back, and follows the others" : "is back");
    }
  }

  @AutoService(Fault.class)
  public static final class Writable extends OldPrimaryReturns {
    public Writable() {
      super("old-primary-returns-writable", "writable, which is the dangerous case");
    }

    @Override
    void comeBack(FaultContext context) throws TargetException {
      context.cluster().startAlone(context.primary(), false);
      context.returned(context.primary(), "is back, and takes writes");
    }
  }

  /**
   * A driver that knows all nodes keeps away from the old primary for the time of its deny list.
   * After that every new connection may go to it, and the pool opens them when older ones have
   * reached their {@code maxLifetime}. An endpoint or a name never leads back.
   */
  @Override
  public Duration aftermath(HaMode ha, ApplicationSettings settings) {
    return ha.listsNodes()
        ? settings.deniedListTimeout().plus(settings.maxLifetime())
        : Duration.ZERO;
  }

  abstract void comeBack(FaultContext context) throws TargetException;

  @Override
  public void inject(FaultContext context) throws TargetException {
    new PrimaryLost.Kill().inject(context);
    context.pause(context.option(RETURN_AFTER));
    comeBack(context);
  }
}
