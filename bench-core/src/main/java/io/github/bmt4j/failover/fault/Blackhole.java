package io.github.bmt4j.failover.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failover.proxy.TcpProxy.Direction;
import io.github.bmt4j.failure.TargetException;

/** {@code --fault blackhole}. */
@AutoService(Fault.class)
public final class Blackhole extends Fault {
  public Blackhole() {
    super(
        "blackhole",
        "nothing passes between application and primary, for a while: open connections "
            + "stay open and say nothing; the primary stays",
        DURATION);
  }

  @Override
  public boolean breaksThePath() {
    return true;
  }

  @Override
  public void inject(FaultContext context) throws TargetException {
    context.proxy().silence(Direction.BOTH);
    context.injected("nothing passes");
    context.pause(context.option(DURATION));
    context.proxy().speak();
    context.healed("everything passes");
  }

  @Override
  public void heal(FaultContext context) throws TargetException {
    context.proxy().speak();
  }
}
