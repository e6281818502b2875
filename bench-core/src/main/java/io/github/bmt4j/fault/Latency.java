package io.github.bmt4j.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.TargetException;
import java.time.Duration;
import java.util.Set;

/** The way to the primary and back becomes slower, for a while. */
@AutoService(Fault.class)
public final class Latency implements Fault {
  @Override
  public String name() {
    return "latency";
  }

  @Override
  public String summary() {
    return "the way to the primary and back becomes slower, for a while";
  }

  @Override
  public Set<FaultOption> takes() {
    return Set.of(FaultOption.DURATION, FaultOption.LATENCY, FaultOption.JITTER);
  }

  @Override
  public Disruption disruption() {
    return Disruption.NONE;
  }

  @Override
  public boolean breaksTheWay() {
    return true;
  }

  @Override
  public void inject(Scene scene) throws TargetException {
    scene.gate().delay(scene.options().latency(), scene.options().jitter());
    scene.injected("each direction takes " + scene.options().latency().toMillis() + " ms longer");
    scene.pause(scene.options().duration());
    heal(scene);
    scene.healed("as fast as before");
  }

  @Override
  public void heal(Scene scene) throws TargetException {
    scene.gate().delay(Duration.ZERO, Duration.ZERO);
  }
}
