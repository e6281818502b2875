package io.github.bmt4j.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.scenario.HaMode;
import java.util.Optional;
import java.util.Set;

/**
 * A planned change: the name points to the new primary and the sessions on the old one, which stays
 * up read-only, are killed.
 */
@AutoService(Fault.class)
public final class DnsFlip implements Fault {
  @Override
  public String name() {
    return "dns-flip";
  }

  @Override
  public String summary() {
    return "a planned change: the name points to the new primary and the sessions on the old one, which stays up read-only, are killed";
  }

  @Override
  public Set<FaultOption> takes() {
    return Set.of();
  }

  @Override
  public Disruption disruption() {
    return Disruption.MOVE;
  }

  @Override
  public Optional<String> obstacle(HaMode ha) {
    return ha == HaMode.DNS ? Optional.empty() : Optional.of("it needs --ha dns");
  }

  @Override
  public void inject(Scene scene) throws TargetException {
    scene.promote(scene.handOver());
    scene.killSessions();
  }
}
