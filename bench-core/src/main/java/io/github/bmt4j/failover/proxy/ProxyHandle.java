package io.github.bmt4j.failover.proxy;

import io.github.bmt4j.failover.proxy.TcpProxy.Direction;
import io.github.bmt4j.failure.TargetException;
import java.net.InetSocketAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A port of the proxy that stands for a server, and every network failure that it can simulate.
 *
 * <p>Every method that changes something returns when the change is in force, and throws {@link
 * TargetException} if that takes more than 5 s.
 *
 * <p>When the target refuses or cannot be reached, the client's connection is accepted and then
 * reset at once, where a virtual IP would refuse it; the reset may be so early that connect itself
 * fails with it. When one side ends a connection, the other sees the same: FIN, for one direction
 * or both, or RST.
 */
public final class ProxyHandle implements AutoCloseable {
  private final TcpProxy proxy;
  final String id;
  final String name;
  private final InetSocketAddress address;
  private boolean closed;

  ProxyHandle(TcpProxy proxy, String id, String name, InetSocketAddress address) {
    this.proxy = proxy;
    this.id = id;
    this.name = name;
    this.address = address;
  }

  public String host() {
    return address.getAddress().getHostAddress();
  }

  /** Port on which it listens, which never changes. */
  public int port() {
    return address.getPort();
  }

  /** Sends new connections to another target; open ones keep theirs. */
  public void flip(InetSocketAddress target) throws TargetException {
    proxy.ask(this, "flip", " " + TcpProxy.words(target));
  }

  /**
   * Replaces words in the statements of connections that are opened from now on, without regard to
   * case: in plain text and uncompressed. The replacements may change later, for open connections
   * too. Connects are refused while the target refuses them.
   *
   * @param words ASCII words with their replacements, in the order in which they are replaced
   */
  public void rewrite(Map<String, String> words) throws TargetException {
    String pairs =
        words.entrySet().stream()
            .flatMap(pair -> Stream.of(pair.getKey(), pair.getValue()))
            .map(word -> " " + URLEncoder.encode(word, StandardCharsets.UTF_8))
            .collect(Collectors.joining());
    proxy.ask(this, "rewrite", pairs);
  }

  /** Closes all open connections in order (FIN to both sides). Bytes in transit are lost. */
  public void cut() throws TargetException {
    proxy.ask(this, "cut", "");
  }

  /** Resets all open connections (RST to both sides). Bytes in transit are lost. */
  public void reset() throws TargetException {
    proxy.ask(this, "reset", "");
  }

  /**
   * Holds back bytes and ends of connections in a direction until {@link #speak}. Connections are
   * accepted; while requests are silent, none is opened to the target. Adds to an existing silence.
   */
  public void silence(Direction direction) throws TargetException {
    proxy.ask(this, "silence", " " + direction.name());
  }

  /**
   * Ends the silence in both directions: held bytes are delivered now. Connections accepted
   * meanwhile go to the current target, unless their clients have left.
   */
  public void speak() throws TargetException {
    proxy.ask(this, "speak", "");
  }

  /**
   * Leaves connects without any answer (on), by a full accept queue as on Linux, or accepts again
   * (off). Open connections are not affected. The client's kernel repeats unanswered connects 1 s,
   * 3 s, 7 s, … after their start; then they succeed if their clients still wait.
   */
  public void blockConnects(boolean on) throws TargetException {
    proxy.ask(this, on ? "block" : "unblock", "");
  }

  /**
   * Has connects refused at once (on), or accepts again at the same port (off), also if connects
   * were blocked. Open connections are not affected.
   */
  public void refuse(boolean on) throws TargetException {
    proxy.ask(this, on ? "refuse" : "admit", "");
  }

  /**
   * Delays all bytes in each direction, and the ends of connections with them. Their order stays,
   * so that a long delay also delays later bytes.
   *
   * @param delay of each direction; a round trip takes twice as long
   * @param jitter is drawn uniformly from −jitter to +jitter and added; not above the delay
   */
  public void delay(Duration delay, Duration jitter) throws TargetException {
    if (delay.isNegative() || jitter.isNegative() || jitter.compareTo(delay) > 0) {
      throw new IllegalArgumentException("delay " + delay + ", jitter " + jitter);
    }
    proxy.ask(this, "delay", " " + delay.toNanos() + " " + jitter.toNanos());
  }

  ProxyCounts counts() throws TargetException {
    String[] counts = proxy.ask(this, "counts", "").split(" ", -1);
    return new ProxyCounts(
        Long.parseLong(counts[0]), Long.parseLong(counts[1]), Long.parseLong(counts[2]));
  }

  /** Frees the port and resets all connections. May be done twice. */
  @Override
  public synchronized void close() throws TargetException {
    if (!closed) {
      proxy.ask(this, "close", "");
      closed = true;
    }
  }

  @Override
  public String toString() {
    return name + " at " + host() + ":" + port();
  }
}
