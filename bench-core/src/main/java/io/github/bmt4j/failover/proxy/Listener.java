package io.github.bmt4j.failover.proxy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The listening socket of a {@link ProxyPort}: open, refusing, or blocked, that is, not accepting
 * with its queue full, so that the kernel leaves connects without an answer (Linux does).
 */
final class Listener implements Ready {
  interface Host {
    /**
     * A client has connected.
     *
     * @param mayHaveLeft true if the client waited to be accepted, and so may have left
     */
    void arrived(SocketChannel client, boolean mayHaveLeft) throws IOException;
  }

  /**
   * Length of the kernel's queue: thrice MariaDB's own, so that a connect storm fits in, and yet
   * filled within about 20 ms.
   */
  private static final int BACKLOG = 255;

  /** Largest number of connections accepted at once, so that open ones do not wait. */
  private static final int ACCEPTED_AT_ONCE = 32;

  private static final long PAUSE_NANOS = 10_000_000;

  private final Forwarder forwarder;
  private final Host host;
  private final List<Runnable> whenServed = new ArrayList<>();
  private InetSocketAddress address;
  private @Nullable ServerSocketChannel channel;
  private @Nullable SelectionKey key;
  private @Nullable SocketChannel placeholder;
  private @Nullable BacklogFiller backlog;
  private boolean blocked;

  Listener(Forwarder forwarder, InetSocketAddress address, Host host) throws IOException {
    this.forwarder = forwarder;
    this.host = host;
    this.address = address;
    listen();
  }

  InetSocketAddress address() {
    return address;
  }

  /**
   * Leaves connects without an answer from now on; {@code done} is called once this is in force.
   */
  void block(Runnable done) throws IOException {
    if (blocked) {
      done.run();
      return;
    }
    stopRefusing();
    acceptAll();
    blocked = true;
    endBacklog();
    askToAccept();
    BacklogFiller gathering = new BacklogFiller(forwarder, address, BACKLOG + 1, done);
    backlog = gathering;
    gathering.gather();
  }

  /** Accepts again; {@code done} is called once all clients in the queue are served. */
  void unblock(Runnable done) {
    BacklogFiller waiting = backlog;
    if (!blocked || waiting == null) {
      done.run();
      return;
    }
    blocked = false;
    waiting.stop();
    whenServed.add(done);
    askToAccept();
  }

  /** Refuses connects; the port stays reserved. */
  void refuse() throws IOException {
    if (placeholder != null) {
      return;
    }
    acceptAll();
    stopListening();
    SocketChannel holder = SocketChannel.open();
    placeholder = holder;
    holder.setOption(StandardSocketOptions.SO_REUSEADDR, true);
    holder.bind(address);
  }

  void stopRefusing() throws IOException {
    SocketChannel holder = placeholder;
    if (holder != null) {
      listen();
      placeholder = null;
      holder.close();
    }
  }

  void close() throws IOException {
    stopListening();
    SocketChannel holder = placeholder;
    if (holder != null) {
      placeholder = null;
      holder.close();
    }
  }

  void acceptAll() {
    while (accept()) {
      // Go on with the next one.
    }
  }

  @Override
  public void ready(SelectionKey ready) {
    for (int count = 0; count < ACCEPTED_AT_ONCE; count++) {
      if (!accept()) {
        return;
      }
    }
    if (backlog != null) {
      // The end of the queue must be noticed, although no channel reports it.
      forwarder.at(forwarder.nowNanos() + 1, () -> ready(ready));
    }
  }

  private boolean accept() {
    ServerSocketChannel from = channel;
    if (from == null || blocked) {
      return false;
    }
    SocketChannel client;
    try {
      client = from.accept();
    } catch (IOException e) {
      pause();
      return false;
    }
    if (client == null) {
      served();
      return false;
    }
    try {
      admit(client);
    } catch (IOException e) {
      // The client has left while it was being accepted.
      BacklogFiller.close(client);
    }
    return true;
  }

  private void admit(SocketChannel client) throws IOException {
    SocketAddress from = client.getRemoteAddress();
    BacklogFiller ours = backlog;
    if (ours != null && ours.contains(from)) {
      BacklogFiller.close(client);
    } else {
      host.arrived(client, ours != null);
    }
  }

  private void served() {
    endBacklog();
    List.copyOf(whenServed).forEach(Runnable::run);
    whenServed.clear();
  }

  /** Most likely no descriptor is left: clients wait until there is one. */
  private void pause() {
    SelectionKey paused = key;
    if (paused != null && paused.isValid()) {
      paused.interestOps(0);
      forwarder.after(PAUSE_NANOS, this::askToAccept);
    }
  }

  private void askToAccept() {
    SelectionKey asking = key;
    if (asking != null && asking.isValid()) {
      asking.interestOps(blocked ? 0 : SelectionKey.OP_ACCEPT);
    }
  }

  private void listen() throws IOException {
    ServerSocketChannel opened = ServerSocketChannel.open();
    try {
      opened.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      opened.bind(address, BACKLOG);
      address = (InetSocketAddress) opened.getLocalAddress();
      key = forwarder.register(opened, SelectionKey.OP_ACCEPT, this);
      channel = opened;
    } catch (IOException e) {
      opened.close();
      throw e;
    }
  }

  private void stopListening() throws IOException {
    blocked = false;
    endBacklog();
    ServerSocketChannel closing = channel;
    channel = null;
    if (closing != null) {
      closing.close();
      forwarder.settle();
    }
    served();
  }

  private void endBacklog() {
    BacklogFiller ending = backlog;
    backlog = null;
    if (ending != null) {
      ending.end();
    }
  }
}
