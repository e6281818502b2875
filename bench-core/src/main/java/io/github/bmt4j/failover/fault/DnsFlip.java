package io.github.bmt4j.failover.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.failure.TargetException;
import java.util.Optional;

/** {@code --fault dns-flip}. */
@AutoService(Fault.class)
public final class DnsFlip extends Fault {
  public DnsFlip() {
    super(
        "dns-flip",
        "a planned change: the name points to the new primary and the sessions on the "
            + "old one, which stays up read-only, are killed");
  }

  @Override
  public Optional<String> obstacle(HaMode ha) {
    return ha.equals(HaMode.DNS)
        ? Optional.empty()
        : Optional.of("--ha " + ha.word() + ": it needs --ha dns");
  }

  @Override
  public void inject(FaultContext context) throws TargetException {
    context.promote(context.handOver());
    context.killSessions();
  }
}
