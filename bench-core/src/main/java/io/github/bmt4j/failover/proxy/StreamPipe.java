package io.github.bmt4j.failover.proxy;

import io.github.bmt4j.failover.proxy.TcpProxy.Direction;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * One direction of a connection: bytes from its source that have not gone to its sink yet, in
 * order. The end of the source, FIN or RST, is held like bytes, so that it waits with them and
 * never overtakes them.
 */
final class StreamPipe {
  /** Largest number of bytes under way while bytes are delayed. */
  private static final int MOST_HELD_BYTES = 1 << 20;

  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private enum Kind {
    BYTES,
    FIN,
    RST
  }

  private record Held(long dueNanos, Kind kind, ByteBuffer bytes) {}

  private final Forwarder forwarder;
  private final ProxiedConnection connection;
  private final Direction direction;
  private final Deque<Held> held = new ArrayDeque<>();
  private final @Nullable PacketRewriter rewriter;
  private @Nullable SocketChannel source;
  private @Nullable SocketChannel sink;
  private int heldBytes;
  private long lastDueNanos;
  private boolean timed;
  private boolean blocked;
  private boolean sourceEnded;
  private boolean sourceBroken;
  private boolean sinkDead;
  private boolean finished;

  StreamPipe(
      Forwarder forwarder,
      ProxiedConnection connection,
      Direction direction,
      @Nullable PacketRewriter rewriter) {
    this.forwarder = forwarder;
    this.connection = connection;
    this.direction = direction;
    this.rewriter = rewriter;
    this.lastDueNanos = forwarder.nowNanos();
  }

  void from(SocketChannel channel) {
    source = channel;
  }

  void to(SocketChannel channel) {
    sink = channel;
  }

  /** Returns true if bytes of the source are wanted now; otherwise its TCP window fills up. */
  boolean wantsToRead() {
    return source != null
        && !sourceEnded
        && !sinkDead
        && !isSilent()
        && (heldBytes == 0
            || (connection.port.isSlow() && heldBytes < MOST_HELD_BYTES && !forwarder.isFull()));
  }

  boolean wantsToWrite() {
    return blocked && !isSilent();
  }

  boolean isFinished() {
    return finished;
  }

  boolean hasEnded() {
    return sourceEnded;
  }

  void read() {
    SocketChannel from = source;
    if (from == null || !wantsToRead()) {
      return;
    }
    ByteBuffer bytes = forwarder.buffer();
    int count;
    try {
      count = from.read(bytes);
    } catch (IOException e) {
      // Reset by its peer, or given up by the kernel.
      endOfSource(true);
      return;
    }
    if (count < 0) {
      endOfSource(sourceBroken);
    } else if (count > 0) {
      bytes.flip();
      take(rewriter == null ? bytes : rewriter.rewritten(bytes));
    }
  }

  /** Passes on due bytes, as far as the sink takes them. */
  void deliver() {
    blocked = false;
    while (!held.isEmpty() && sink != null && !isSilent() && connection.isOpen()) {
      Held first = held.getFirst();
      if (first.dueNanos() > forwarder.nowNanos()) {
        wakeAt(first.dueNanos());
        return;
      }
      switch (first.kind()) {
        case BYTES -> {
          int before = first.bytes().remaining();
          write(first.bytes());
          if (sinkDead) {
            return;
          }
          count(first.bytes().remaining() - before);
          if (first.bytes().hasRemaining()) {
            blocked = true;
            return;
          }
        }
        case FIN -> finish();
        case RST -> {
          connection.close(true);
          return;
        }
      }
      held.pollFirst();
    }
  }

  /** Reports, after all bytes of the source, that it is gone without an orderly end. */
  void sourceIsBroken() {
    if (sourceEnded) {
      hold(Kind.RST, NOTHING);
      deliver();
    } else {
      sourceBroken = true;
    }
  }

  void endOfSource(boolean reset) {
    sourceEnded = true;
    if (reset) {
      connection.other(this).sinkIsDead();
    }
    hold(reset ? Kind.RST : Kind.FIN, NOTHING);
    deliver();
  }

  void drop() {
    held.clear();
    count(-heldBytes);
  }

  private void take(ByteBuffer bytes) {
    if (held.isEmpty() && !connection.port.isSlow()) {
      write(bytes);
      if (sinkDead || !bytes.hasRemaining()) {
        return;
      }
    }
    ByteBuffer copy = ByteBuffer.allocate(bytes.remaining());
    copy.put(bytes).flip();
    count(copy.remaining());
    hold(Kind.BYTES, copy);
    deliver();
  }

  private void hold(Kind kind, ByteBuffer bytes) {
    long due = Math.max(lastDueNanos, forwarder.nowNanos() + connection.port.drawDelayNanos());
    lastDueNanos = due;
    held.addLast(new Held(due, kind, bytes));
  }

  private void write(ByteBuffer bytes) {
    SocketChannel to = sink;
    if (to == null || sinkDead) {
      return;
    }
    try {
      to.write(bytes);
    } catch (IOException e) {
      sinkIsDead();
      connection.other(this).sourceIsBroken();
    }
  }

  private void finish() {
    SocketChannel to = sink;
    finished = true;
    if (to != null && !sinkDead) {
      try {
        to.shutdownOutput();
      } catch (IOException e) {
        sinkIsDead();
        connection.other(this).sourceIsBroken();
      }
    }
    connection.closeWhenFinished();
  }

  private void sinkIsDead() {
    sinkDead = true;
    // Its own end stays: the other side must learn of it.
    held.removeIf(piece -> piece.kind() == Kind.BYTES);
    count(-heldBytes);
  }

  private void wakeAt(long dueNanos) {
    if (!timed) {
      timed = true;
      forwarder.at(
          dueNanos,
          () -> {
            timed = false;
            deliver();
            connection.refresh();
          });
    }
  }

  private boolean isSilent() {
    return connection.port.isSilent(direction);
  }

  private void count(int bytes) {
    heldBytes += bytes;
    forwarder.held(bytes);
  }
}
