package io.github.bmt4j.endpoint;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * A gate as the forwarder's process has it: a listener, its connections, and what they suffer. Who
 * connected before a change is accepted before it.
 */
final class Portal {
  private final Forwarder forwarder;
  private final Listener listener;
  private final Set<Link> links = new LinkedHashSet<>();
  private final SplittableRandom random = new SplittableRandom();
  private InetSocketAddress target;
  private boolean silentRequests;
  private boolean silentReplies;
  private long delayNanos;
  private long jitterNanos;
  private long accepted;
  private long failed;

  Portal(Forwarder forwarder, InetSocketAddress listen, InetSocketAddress target)
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
    for (Link link : List.copyOf(links)) {
      link.close(reset);
    }
    forwarder.settle();
  }

  void silence(Direction direction) {
    listener.acceptAll();
    silentRequests |= direction.includes(Direction.REQUESTS);
    silentReplies |= direction.includes(Direction.REPLIES);
    links.forEach(Link::refresh);
  }

  void speak() {
    listener.acceptAll();
    silentRequests = false;
    silentReplies = false;
    for (Link link : List.copyOf(links)) {
      if (link.isUnderWay()) {
        link.goOn();
      } else {
        link.resume(target);
      }
    }
  }

  void delay(long nanos, long jitter) {
    delayNanos = nanos;
    jitterNanos = jitter;
    links.forEach(Link::refresh);
  }

  GateCounts counts() {
    return new GateCounts(accepted, links.size(), failed);
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

  void ended(Link link) {
    links.remove(link);
  }

  private void arrived(SocketChannel client, boolean mayHaveLeft) throws IOException {
    Link link = new Link(forwarder, this, client);
    links.add(link);
    accepted++;
    if (silentRequests) {
      return;
    }
    if (mayHaveLeft) {
      link.resume(target);
    } else {
      link.connect(target);
    }
  }
}
