package io.github.bmt4j.failover.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.server.DeclaredOption;
import io.github.bmt4j.server.OptionValues;
import java.time.Duration;

/** {@code --fault latency}. */
@AutoService(Fault.class)
public final class Latency extends Fault {
  private static final DeclaredOption<Duration> LATENCY =
      DeclaredOption.time("--latency", 200, "added to each direction");
  private static final DeclaredOption<Duration> JITTER =
      DeclaredOption.time("--jitter", 0, "how much more or less than --latency, at random");

  public Latency() {
    super(
        "latency",
        "the way to the primary and back becomes slower, for a while",
        DURATION,
        LATENCY,
        JITTER);
  }

  @Override
  public void check(OptionValues options) {
    if (options.get(JITTER).compareTo(options.get(LATENCY)) > 0) {
      throw new BadInputException(
          "--jitter=" + options.get(JITTER).toMillis() + "ms: give at most --latency");
    }
  }

  @Override
  public boolean breaksThePath() {
    return true;
  }

  @Override
  public void inject(FaultContext context) throws TargetException {
    context.proxy().delay(context.option(LATENCY), context.option(JITTER));
    context.injected("each direction takes " + context.option(LATENCY).toMillis() + " ms longer");
    context.pause(context.option(DURATION));
    heal(context);
    context.healed("as fast as before");
  }

  @Override
  public void heal(FaultContext context) throws TargetException {
    context.proxy().delay(Duration.ZERO, Duration.ZERO);
  }
}
