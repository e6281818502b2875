package io.github.bmt4j.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.scenario.HaMode;
import java.util.Optional;

/** {@code --fault dns-flip}. */
@AutoService(Fault.class)
public final class DnsFlip extends Fault {
  public DnsFlip() {
    super(
        "dns-flip",
        Disruption.MOVE,
        "a planned change: the name points to the new primary and the sessions on the "
            + "old one, which stays up read-only, are killed");
  }

  @Override
  public Optional<String> obstacle(HaMode ha, boolean semiSync) {
    return ha == HaMode.DNS
        ? Optional.empty()
        : Optional.of("--ha " + ha.word() + ": it needs --ha dns");
  }

  @Override
  public void inject(Scene scene) throws TargetException {
    scene.promote(scene.handOver());
    scene.killSessions();
  }
}
