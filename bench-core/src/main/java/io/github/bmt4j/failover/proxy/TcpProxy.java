package io.github.bmt4j.failover.proxy;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failure.TargetException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A TCP forwarder in a process of its own, in which the lab breaks the way from an application to
 * its servers. It ends with its owner, however that ends. Any thread may use it.
 *
 * <p>What it cannot imitate: the kernel of this machine goes on answering for it, so that bytes
 * into a silent connection are acknowledged until the buffers are full, keep-alive probes are
 * answered, and after a silence nobody waits for TCP's next retransmission.
 */
public final class TcpProxy implements AutoCloseable {
  private final Clock clock;
  private final ProxyProcess process;
  private final List<ProxyChange> changes = new CopyOnWriteArrayList<>();
  private final AtomicLong proxies = new AtomicLong();

  private TcpProxy(Clock clock, ProxyProcess process) {
    this.clock = clock;
    this.process = process;
  }

  /** Starts one, without gates. */
  public static TcpProxy start(Clock clock) throws TargetException {
    TcpProxy proxy = new TcpProxy(clock, ProxyProcess.start());
    try {
      proxy.rehearse();
    } catch (TargetException e) {
      proxy.close();
      throw e;
    }
    return proxy;
  }

  /**
   * Opens a port, and sends those who connect to it on to a target.
   *
   * @param name for people
   * @param listen where; port 0 for any that is free
   * @param target where connections go; nobody has to be there yet
   */
  public ProxyHandle open(String name, InetSocketAddress listen, InetSocketAddress target)
      throws TargetException {
    String id = Long.toString(proxies.incrementAndGet());
    int port;
    try {
      port =
          Integer.parseInt(process.ask("open " + id + " " + words(listen) + " " + words(target)));
    } catch (TargetException e) {
      throw new TargetException(
          "gate " + name + " cannot listen on " + listen + ": " + e.getMessage(), e);
    }
    return new ProxyHandle(this, id, name, new InetSocketAddress(listen.getAddress(), port));
  }

  /** The process that forwards. */
  long pid() {
    return process.pid();
  }

  /** Every change that was made to a gate, in the order in which they came into force. */
  List<ProxyChange> changes() {
    return List.copyOf(changes);
  }

  /** Ends the process, and with it every gate and every connection. May be done twice. */
  @Override
  public void close() {
    process.close();
  }

  /** Makes every change once: in a young JVM the first of a kind takes tens of ms. */
  private void rehearse() throws TargetException {
    InetAddress here = InetAddress.getLoopbackAddress();
    InetSocketAddress nobody = new InetSocketAddress(here, 1);
    try (ProxyHandle handle = open("rehearsal", new InetSocketAddress(here, 0), nobody)) {
      handle.silence(Direction.BOTH);
      handle.speak();
      handle.flip(nobody);
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
    changes.clear();
  }

  /** Has a gate changed, and writes down when. */
  void change(ProxyHandle handle, String verb, String arguments) throws TargetException {
    long before = clock.nanoTime();
    ask(handle, verb, arguments);
    changes.add(
        new ProxyChange(handle.name(), (verb + arguments).strip(), before, clock.nanoTime()));
  }

  String ask(ProxyHandle handle, String verb, String arguments) throws TargetException {
    try {
      return process.ask(verb + " " + handle.id() + arguments);
    } catch (TargetException e) {
      throw new TargetException("gate " + handle.name() + ": " + e.getMessage(), e);
    }
  }

  static String words(InetSocketAddress address) throws TargetException {
    if (address.isUnresolved()) {
      throw new TargetException("unknown host " + address.getHostString());
    }
    return address.getAddress().getHostAddress() + " " + address.getPort();
  }
}
