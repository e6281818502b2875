package io.github.bmt4j.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.lab.ReplicationLab.Node;
import io.github.bmt4j.scenario.HaMode;
import java.util.Optional;
import java.util.Set;

/** A planned change whose endpoint cuts its open connections when it points to the new primary. */
@AutoService(Fault.class)
public final class EndpointFlip implements Fault {
  @Override
  public String name() {
    return "endpoint-flip";
  }

  @Override
  public String summary() {
    return "a planned change whose endpoint cuts its open connections when it points to the new primary";
  }

  @Override
  public Set<FaultOption> takes() {
    return Set.of();
  }

  @Override
  public Disruption disruption() {
    return Disruption.MOVE_AND_CUT;
  }

  @Override
  public Optional<String> obstacle(HaMode ha) {
    return ha == HaMode.ENDPOINT ? Optional.empty() : Optional.of("it needs --ha endpoint");
  }

  @Override
  public void inject(Scene scene) throws TargetException {
    Node next = scene.handOver();
    scene.promote(next);
    scene.gate().cut();
    scene.note(next, "open connections of the endpoint cut");
  }
}
