package io.github.bmt4j.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import java.time.Duration;

/** {@code --fault latency}. */
@AutoService(Fault.class)
public final class Latency extends Fault {
  private static final FaultOption<Duration> LATENCY =
      FaultOption.time("--latency", 200, "added to each direction");
  private static final FaultOption<Duration> JITTER =
      FaultOption.time("--jitter", 0, "how much more or less than --latency, at random");

  public Latency() {
    super(
        "latency",
        Disruption.NONE,
        "the way to the primary and back becomes slower, for a while",
        FaultOption.DURATION,
        LATENCY,
        JITTER);
  }

  @Override
  public void check(FaultOptions options) {
    if (options.get(JITTER).compareTo(options.get(LATENCY)) > 0) {
      throw new BadInputException(
          "--jitter=" + options.get(JITTER).toMillis() + "ms: give at most --latency");
    }
  }

  @Override
  public boolean breaksTheWay() {
    return true;
  }

  @Override
  public void inject(Scene scene) throws TargetException {
    scene.gate().delay(scene.option(LATENCY), scene.option(JITTER));
    scene.injected("each direction takes " + scene.option(LATENCY).toMillis() + " ms longer");
    scene.pause(scene.option(FaultOption.DURATION));
    heal(scene);
    scene.healed("as fast as before");
  }

  @Override
  public void heal(Scene scene) throws TargetException {
    scene.gate().delay(Duration.ZERO, Duration.ZERO);
  }
}
