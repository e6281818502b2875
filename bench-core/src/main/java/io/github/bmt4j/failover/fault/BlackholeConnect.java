package io.github.bmt4j.failover.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.TargetException;

/** {@code --fault blackhole-connect}. */
@AutoService(Fault.class)
public final class BlackholeConnect extends Fault {
  public BlackholeConnect() {
    super(
        "blackhole-connect",
        "new connections to the primary get no answer, for a while; open ones are not " + "touched",
        DURATION);
  }

  @Override
  public boolean breaksThePath() {
    return true;
  }

  @Override
  public void inject(FaultContext context) throws TargetException {
    context.proxy().blockConnects(true);
    context.injected("connects get no answer");
    context.pause(context.option(DURATION));
    context.proxy().blockConnects(false);
    context.healed("connects are answered");
  }

  @Override
  public void heal(FaultContext context) throws TargetException {
    context.proxy().blockConnects(false);
  }
}
