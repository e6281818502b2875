package io.github.bmt4j.failover.proxy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The proxy's own connections that fill the queue of a listener. The queue is full when connects
 * get no answer; a few such connects are kept, and each that is answered after all is replaced by
 * another.
 */
final class BacklogFiller implements Ready {
  private static final int UNANSWERED = 2;
  private static final int AT_ONCE = 16;
  private static final long QUIET_NANOS = 50_000_000;
  private static final long PAUSE_NANOS = 10_000_000;

  private final Forwarder forwarder;
  private final InetSocketAddress listener;
  private final int queueLength;
  private final List<SocketChannel> placed = new ArrayList<>();
  private final Set<SocketChannel> unanswered = new HashSet<>();
  private final Set<SocketAddress> addresses = new HashSet<>();
  private @Nullable Runnable whenFull;
  private boolean stopped;
  private boolean pausing;

  /**
   * A filler without connections yet.
   *
   * @param queueLength number of own connections with which the queue is full; if clients are in
   *     it, too, it is full with fewer, which a quiet time shows
   * @param whenFull called once, when a connect gets no answer any more
   */
  BacklogFiller(
      Forwarder forwarder, InetSocketAddress address, int queueLength, Runnable whenFull) {
    this.forwarder = forwarder;
    this.listener =
        address.getAddress().isAnyLocalAddress()
            ? new InetSocketAddress(InetAddress.getLoopbackAddress(), address.getPort())
            : address;
    this.queueLength = queueLength;
    this.whenFull = whenFull;
  }

  void gather() {
    for (int count = 0; count < AT_ONCE && !stopped; count++) {
      if (unanswered.size() >= UNANSWERED) {
        awaitQuiet();
        return;
      }
      try {
        connect();
      } catch (IOException e) {
        pause();
        return;
      }
    }
    if (!stopped) {
      // After other work of the loop.
      forwarder.at(forwarder.nowNanos() + 1, this::gather);
    }
  }

  @Override
  public void ready(SelectionKey key) {
    if (key.channel() instanceof SocketChannel channel && unanswered.contains(channel)) {
      try {
        if (channel.finishConnect()) {
          key.interestOps(0);
          unanswered.remove(channel);
          place(channel);
        }
      } catch (IOException e) {
        // The kernel has given it up.
        unanswered.remove(channel);
        close(channel);
      }
      gather();
    }
  }

  /** Returns true if a connection is the filler's own, by its source address. */
  boolean contains(SocketAddress from) {
    return addresses.contains(from);
  }

  /** Stops connecting; connections in the queue stay. */
  void stop() {
    stopped = true;
    unanswered.forEach(BacklogFiller::close);
    unanswered.clear();
    succeed();
  }

  void end() {
    stop();
    placed.forEach(BacklogFiller::close);
    placed.clear();
  }

  private void connect() throws IOException {
    SocketChannel channel = SocketChannel.open();
    try {
      channel.configureBlocking(false);
      boolean answered = channel.connect(listener);
      if (answered) {
        place(channel);
      } else {
        forwarder.register(channel, SelectionKey.OP_CONNECT, this);
        unanswered.add(channel);
      }
    } catch (IOException e) {
      close(channel);
      throw e;
    }
  }

  private void place(SocketChannel channel) throws IOException {
    addresses.add(channel.getLocalAddress());
    placed.add(channel);
  }

  private void awaitQuiet() {
    if (placed.size() >= queueLength) {
      succeed();
    } else if (whenFull != null) {
      int before = placed.size();
      // One more turn of the loop, so that answers that have come are seen.
      forwarder.after(
          QUIET_NANOS, () -> forwarder.at(forwarder.nowNanos() + 1, () -> heard(before)));
    }
  }

  private void heard(int before) {
    if (placed.size() == before && unanswered.size() >= UNANSWERED) {
      succeed();
    }
  }

  private void succeed() {
    Runnable done = whenFull;
    whenFull = null;
    if (done != null) {
      done.run();
    }
  }

  /** No descriptor or port is left: the filler tries again, without a message. */
  private void pause() {
    if (!pausing) {
      pausing = true;
      forwarder.after(
          PAUSE_NANOS,
          () -> {
            pausing = false;
            gather();
          });
    }
  }

  /** Resets a connection. */
  static void close(SocketChannel channel) {
    try {
      channel.setOption(StandardSocketOptions.SO_LINGER, 0);
      channel.close();
    } catch (IOException e) {
      // The connection has already ended.
    }
  }
}
