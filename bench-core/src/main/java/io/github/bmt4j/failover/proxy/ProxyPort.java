package io.github.bmt4j.failover.proxy;

import io.github.bmt4j.failover.proxy.TcpProxy.Direction;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * A port of the proxy in its process: a listener, its connections, and the failures in force. What
 * connected before a change is accepted before it.
 */
final class ProxyPort {
  private final Forwarder forwarder;
  private final Listener listener;
  private final Set<ProxiedConnection> connections = new LinkedHashSet<>();
  private final SplittableRandom random = new SplittableRandom();
  private InetSocketAddress target;
  private boolean silentRequests;
  private boolean silentReplies;
  private boolean held;
  private long delayNanos;
  private long jitterNanos;
  private long accepted;
  private long failed;

  ProxyPort(Forwarder forwarder, InetSocketAddress listen, InetSocketAddress target)
      throws IOException {
    this.forwarder = forwarder;
    this.target = target;
    this.listener = new Listener(forwarder, listen, this::arrived);
  }

  Listener listener() {
    return listener;
  }

  void flip(InetSocketAddress to) {
    listener.acceptAll();
    target = to;
  }

  /** Ends all connections, those included that the kernel has accepted for us. */
  void endAll(boolean reset) throws IOException {
    listener.acceptAll();
    for (ProxiedConnection connection : List.copyOf(connections)) {
      connection.close(reset);
    }
    forwarder.settle();
  }

  void silence(Direction direction) {
    listener.acceptAll();
    silentRequests |= direction.includes(Direction.REQUESTS);
    silentReplies |= direction.includes(Direction.REPLIES);
    connections.forEach(ProxiedConnection::refresh);
  }

  void speak() {
    listener.acceptAll();
    silentRequests = false;
    silentReplies = false;
    goOn();
  }

  void hold(boolean on) {
    listener.acceptAll();
    held = on;
    goOn();
  }

  private void goOn() {
    for (ProxiedConnection connection : List.copyOf(connections)) {
      if (connection.isUnderWay()) {
        connection.goOn();
      } else if (!waits()) {
        connection.resume(target);
      }
    }
  }

  /** Whether new connections are not made to the target. */
  private boolean waits() {
    return silentRequests || held;
  }

  void delay(long nanos, long jitter) {
    delayNanos = nanos;
    jitterNanos = jitter;
    connections.forEach(ProxiedConnection::refresh);
  }

  ProxyCounts counts() {
    return new ProxyCounts(accepted, connections.size(), failed);
  }

  void close() throws IOException {
    listener.close();
    endAll(true);
  }

  boolean isSilent(Direction one) {
    return one == Direction.REQUESTS ? silentRequests : silentReplies;
  }

  boolean isSlow() {
    return delayNanos > 0;
  }

  /** For how long what comes now is delayed. */
  long drawDelayNanos() {
    return jitterNanos == 0
        ? delayNanos
        : delayNanos + random.nextLong(-jitterNanos, jitterNanos + 1);
  }

  void targetFailed() {
    failed++;
  }

  void ended(ProxiedConnection connection) {
    connections.remove(connection);
  }

  private void arrived(SocketChannel client, boolean mayHaveLeft) throws IOException {
    ProxiedConnection connection = new ProxiedConnection(forwarder, this, client);
    connections.add(connection);
    accepted++;
    if (waits()) {
      return;
    }
    if (mayHaveLeft) {
      connection.resume(target);
    } else {
      connection.connect(target);
    }
  }
}
