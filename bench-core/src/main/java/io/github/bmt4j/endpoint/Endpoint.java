package io.github.bmt4j.endpoint;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.measure.Clock;
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
public final class Endpoint implements AutoCloseable {
  private final Clock clock;
  private final EndpointProcess process;
  private final List<Change> changes = new CopyOnWriteArrayList<>();
  private final AtomicLong gates = new AtomicLong();

  private Endpoint(Clock clock, EndpointProcess process) {
    this.clock = clock;
    this.process = process;
  }

  /** Starts one, without gates. */
  public static Endpoint start(Clock clock) throws TargetException {
    Endpoint endpoint = new Endpoint(clock, EndpointProcess.start());
    try {
      endpoint.rehearse();
    } catch (TargetException e) {
      endpoint.close();
      throw e;
    }
    return endpoint;
  }

  /**
   * Opens a port, and sends those who connect to it on to a target.
   *
   * @param name for people
   * @param listen where; port 0 for any that is free
   * @param target where connections go; nobody has to be there yet
   */
  public Gate open(String name, InetSocketAddress listen, InetSocketAddress target)
      throws TargetException {
    String id = Long.toString(gates.incrementAndGet());
    int port;
    try {
      port =
          Integer.parseInt(process.ask("open " + id + " " + words(listen) + " " + words(target)));
    } catch (TargetException e) {
      throw new TargetException(
          "gate " + name + " cannot listen on " + listen + ": " + e.getMessage(), e);
    }
    return new Gate(this, id, name, new InetSocketAddress(listen.getAddress(), port));
  }

  /** The process that forwards. */
  public long pid() {
    return process.pid();
  }

  /** Every change that was made to a gate, in the order in which they came into force. */
  public List<Change> changes() {
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
    try (Gate gate = open("rehearsal", new InetSocketAddress(here, 0), nobody)) {
      gate.silence(Direction.BOTH);
      gate.speak();
      gate.flip(nobody);
      gate.delay(Duration.ofMillis(1), Duration.ofMillis(1));
      gate.refuse(true);
      gate.refuse(false);
      if (System.getProperty("os.name").equals("Linux")) {
        gate.blockConnects(true);
        gate.blockConnects(false);
      }
      gate.cut();
      gate.reset();
    }
    changes.clear();
  }

  /** Has a gate changed, and writes down when. */
  void change(Gate gate, String verb, String arguments) throws TargetException {
    long before = clock.nanoTime();
    ask(gate, verb, arguments);
    changes.add(new Change(gate.name(), (verb + arguments).strip(), before, clock.nanoTime()));
  }

  String ask(Gate gate, String verb, String arguments) throws TargetException {
    try {
      return process.ask(verb + " " + gate.id() + arguments);
    } catch (TargetException e) {
      throw new TargetException("gate " + gate.name() + ": " + e.getMessage(), e);
    }
  }

  static String words(InetSocketAddress address) throws TargetException {
    if (address.isUnresolved()) {
      throw new TargetException("unknown host " + address.getHostString());
    }
    return address.getAddress().getHostAddress() + " " + address.getPort();
  }
}
