package io.github.bmt4j.failover.client;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failover.figures.ClientLog.Connect;
import io.github.bmt4j.failover.figures.Operation;
import io.github.bmt4j.failover.figures.ProbeKind;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;

/**
 * Every TCP connection that the driver tries to open. There is one in a JVM, because the driver
 * makes its socket factories itself and cannot be handed anything.
 */
final class ConnectTrace {
  private static volatile ConnectTrace ofThisJvm = new ConnectTrace(Clock.SYSTEM);

  private final Clock clock;
  private final List<Connect> connects = new ArrayList<>(1024);

  ConnectTrace(Clock clock) {
    this.clock = clock;
  }

  static ConnectTrace ofThisJvm() {
    return ofThisJvm;
  }

  static ConnectTrace install(Clock clock) {
    ConnectTrace trace = new ConnectTrace(clock);
    ofThisJvm = trace;
    return trace;
  }

  /**
   * Notes that a connect begins.
   *
   * @return its number, for {@link #end}
   */
  int begin(ProbeKind probe, SocketAddress address) {
    Connect begun = new Connect(probe, clock.nanoTime(), Operation.NEVER, text(address), false);
    synchronized (this) {
      connects.add(begun);
      return connects.size() - 1;
    }
  }

  void end(int number, boolean connected) {
    long now = clock.nanoTime();
    synchronized (this) {
      Connect begun = connects.get(number);
      connects.set(
          number, new Connect(begun.probe(), begun.startNanos(), now, begun.address(), connected));
    }
  }

  synchronized List<Connect> connects() {
    return List.copyOf(connects);
  }

  private static String text(SocketAddress address) {
    if (address instanceof InetSocketAddress inet && inet.getAddress() != null) {
      return inet.getAddress().getHostAddress() + ":" + inet.getPort();
    }
    return address.toString();
  }
}
