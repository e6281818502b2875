package io.github.bmt4j.failover.proxy;

import io.github.bmt4j.failure.CloseOnFailure;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.os.ChildJvm;
import io.github.bmt4j.os.Launch;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A TCP forwarder in a process of its own, which simulates network failures between an application
 * and its servers. It ends with its owner in any case. Thread-safe.
 *
 * <p>Limits: this machine's kernel goes on answering for the proxy, so that bytes into a silent
 * connection are acknowledged until the buffers are full, keep-alive probes are answered, and held
 * bytes arrive after a silence without waiting for TCP's next retransmission.
 */
public final class TcpProxy implements AutoCloseable {
  private static final List<String> JVM_OPTIONS =
      List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
  private static final Duration START_LIMIT = Duration.ofSeconds(30);
  private static final Duration COMMAND_LIMIT = Duration.ofSeconds(5);

  private final ChildJvm process;
  private final AtomicLong proxies = new AtomicLong();

  private TcpProxy(ChildJvm process) {
    this.process = process;
  }

  public static TcpProxy start() throws TargetException {
    TcpProxy proxy;
    try {
      List<String> command = Launch.jvm(JVM_OPTIONS, ProxyMain.class, List.of());
      proxy =
          new TcpProxy(
              new ChildJvm("the proxy's process", command, Map.of(), null, () -> 0, report -> {}));
    } catch (IOException e) {
      throw new TargetException("the proxy's process does not start: " + e.getMessage(), e);
    }
    try (CloseOnFailure started = new CloseOnFailure(proxy::close)) {
      proxy.ask("ready", START_LIMIT);
      proxy.rehearse();
      started.succeeded();
      return proxy;
    }
  }

  /**
   * Opens a port, and forwards its connections to a target.
   *
   * @param name for people
   * @param listen address; port 0 for any free port
   * @param target target of connections; nothing has to listen there yet
   */
  public ProxyHandle open(String name, InetSocketAddress listen, InetSocketAddress target)
      throws TargetException {
    String id = Long.toString(proxies.incrementAndGet());
    String port;
    try {
      port = ask("open " + id + " " + words(listen) + " " + words(target), COMMAND_LIMIT);
    } catch (TargetException e) {
      throw new TargetException(
          "proxy " + name + " cannot listen on " + listen + ": " + e.getMessage(), e);
    }
    return new ProxyHandle(
        this, id, name, new InetSocketAddress(listen.getAddress(), Integer.parseInt(port)));
  }

  long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Ends the process, and with it every port and every connection. May be done twice. */
  @Override
  public void close() {
    process.close();
  }

  /** Makes every change once: in a young JVM, the first change of a kind takes tens of ms. */
  private void rehearse() throws TargetException {
    InetAddress here = InetAddress.getLoopbackAddress();
    InetSocketAddress closed = new InetSocketAddress(here, 1);
    try (ProxyHandle handle = open("rehearsal", new InetSocketAddress(here, 0), closed)) {
      handle.silence(Direction.BOTH);
      handle.speak();
      handle.flip(closed);
      handle.delay(Duration.ofMillis(1), Duration.ofMillis(1));
      handle.refuse(true);
      handle.refuse(false);
      if (System.getProperty("os.name").equals("Linux")) {
        handle.blockConnects(true);
        handle.blockConnects(false);
      }
      handle.cut();
      handle.reset();
    }
  }

  String ask(ProxyHandle handle, String verb, String arguments) throws TargetException {
    try {
      return ask(verb + " " + handle.id + arguments, COMMAND_LIMIT);
    } catch (TargetException e) {
      throw new TargetException("proxy " + handle.name + ": " + e.getMessage(), e);
    }
  }

  private String ask(String command, Duration limit) throws TargetException {
    try {
      return process.ask(command, limit).text();
    } catch (IOException e) {
      throw new TargetException(String.valueOf(e.getMessage()), e);
    }
  }

  static String words(InetSocketAddress address) throws TargetException {
    if (address.isUnresolved()) {
      throw new TargetException("unknown host " + address.getHostString());
    }
    return address.getAddress().getHostAddress() + " " + address.getPort();
  }

  /** The direction of bytes through a port of the proxy. */
  public enum Direction {
    REQUESTS,
    REPLIES,
    BOTH;

    boolean includes(Direction one) {
      return this == BOTH || this == one;
    }
  }
}
