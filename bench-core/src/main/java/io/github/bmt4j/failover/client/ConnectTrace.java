package io.github.bmt4j.failover.client;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failover.figures.ClientLog.Connect;
import io.github.bmt4j.failover.figures.Operation;
import io.github.bmt4j.failover.figures.ProbeKind;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Every TCP connection that the driver tries to open. One for a whole JVM, because the driver
 * creates its socket factories itself, without arguments.
 */
final class ConnectTrace {
  private static volatile ConnectTrace ofThisJvm = new ConnectTrace(Clock.SYSTEM);

  private final Clock clock;
  private final Map<Integer, Connect> connects = new LinkedHashMap<>();
  private int begun;

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
    Connect begins = new Connect(probe, clock.nanoTime(), Operation.NEVER, text(address), false);
    synchronized (this) {
      connects.put(begun, begins);
      return begun++;
    }
  }

  void end(int number, boolean connected) {
    long now = clock.nanoTime();
    synchronized (this) {
      connects.computeIfPresent(
          number,
          (one, begins) ->
              new Connect(begins.probe(), begins.startNanos(), now, begins.address(), connected));
    }
  }

  synchronized List<Connect> connects() {
    return List.copyOf(connects.values());
  }

  /** Gives those that have ended, and forgets them. */
  synchronized List<Connect> take() {
    List<Connect> ended =
        connects.values().stream().filter(one -> one.endNanos() != Operation.NEVER).toList();
    connects.values().removeIf(one -> one.endNanos() != Operation.NEVER);
    return ended;
  }

  private static String text(SocketAddress address) {
    if (address instanceof InetSocketAddress inet && inet.getAddress() != null) {
      return inet.getAddress().getHostAddress() + ":" + inet.getPort();
    }
    return address.toString();
  }
}
