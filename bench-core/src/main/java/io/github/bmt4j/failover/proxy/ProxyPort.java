package io.github.bmt4j.failover.proxy;

import io.github.bmt4j.failover.proxy.TcpProxy.Direction;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A port of the proxy in its process: a listener, its connections, and the failures in force.
 * Clients that connected before a change are accepted before it.
 */
final class ProxyPort {
  private static final int LOOK_MILLIS = 20;

  private final Forwarder forwarder;
  final Listener listener;
  private final Set<ProxiedConnection> connections = new LinkedHashSet<>();
  private final SplittableRandom random = new SplittableRandom();
  private Map<Pattern, String> words = Map.of();
  private InetSocketAddress target;
  private boolean looking;
  private boolean silentRequests;
  private boolean silentReplies;
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

  void flip(InetSocketAddress to) {
    listener.acceptAll();
    target = to;
  }

  /** Ends all connections, including those that only the kernel has accepted. */
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
    for (ProxiedConnection connection : List.copyOf(connections)) {
      if (connection.isUnderWay()) {
        connection.goOn();
      } else {
        connection.resume(target);
      }
    }
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
    words = Map.of();
    listener.close();
    endAll(true);
  }

  boolean isSilent(Direction one) {
    return one == Direction.REQUESTS ? silentRequests : silentReplies;
  }

  boolean isSlow() {
    return delayNanos > 0;
  }

  long drawDelayNanos() {
    return jitterNanos == 0
        ? delayNanos
        : delayNanos + random.nextLong(-jitterNanos, jitterNanos + 1);
  }

  void targetFailed() {
    failed++;
    if (!words.isEmpty() && !looking) {
      looking = true;
      forwarder.execute(this::refuseUntilTargetListens);
    }
  }

  /** Rewriter of the statements of a connection; absent where they stay unchanged. */
  @Nullable PacketRewriter rewriter() {
    return words.isEmpty() ? null : new PacketRewriter(() -> words);
  }

  /** Replaces these words in statements from now on, and refuses connects while the target does. */
  void rewrite(Map<Pattern, String> replacements) {
    words = replacements;
  }

  /** A driver that finds a server by its role must not take this port for a server that is up. */
  private void refuseUntilTargetListens() {
    if (words.isEmpty()) {
      return; // closed
    }
    try (Socket look = new Socket()) {
      look.connect(target, LOOK_MILLIS);
      listener.stopRefusing();
      looking = false;
    } catch (IOException down) {
      try {
        listener.refuse();
      } catch (IOException e) {
        // Then connects are accepted and reset.
      }
      forwarder.after(LOOK_MILLIS * 1_000_000L, this::refuseUntilTargetListens);
    }
  }

  void ended(ProxiedConnection connection) {
    connections.remove(connection);
  }

  private void arrived(SocketChannel client, boolean mayHaveLeft) throws IOException {
    ProxiedConnection connection = new ProxiedConnection(forwarder, this, client);
    connections.add(connection);
    accepted++;
    if (silentRequests) {
      return;
    }
    if (mayHaveLeft) {
      connection.resume(target);
    } else {
      connection.connect(target);
    }
  }
}
