package io.github.bmt4j.failover.proxy;

import io.github.bmt4j.clock.Clock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * The loop that moves all bytes: one thread, one selector. Everything that it calls, and every task
 * of {@link #execute}, runs in its thread.
 */
final class Forwarder {
  private static final int BUFFER_BYTES = 64 << 10;
  private static final int SMALL_READ_BYTES = 4 << 10;
  private static final long MOST_HELD_BYTES = 24 << 20;
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long NAP_NANOS = 50_000;

  private record Timer(long dueNanos, long order, Runnable task) {}

  private final Clock clock;
  private final Selector selector;
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final PriorityQueue<Timer> timers =
      new PriorityQueue<>(
          Comparator.comparingLong(Timer::dueNanos).thenComparingLong(Timer::order));
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
  private long timersMade;
  private long heldBytes;
  private long nowNanos;

  Forwarder(Clock clock) throws IOException {
    this.clock = clock;
    this.selector = Selector.open();
    this.nowNanos = clock.nanoTime();
  }

  void run() throws IOException {
    while (true) {
      await();
      nowNanos = clock.nanoTime();
      for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
        task.run();
      }
      Set<SelectionKey> selected = selector.selectedKeys();
      for (SelectionKey key : selected) {
        if (key.isValid() && key.attachment() instanceof Ready waiting) {
          waiting.ready(key);
        }
      }
      selected.clear();
      runTimers();
    }
  }

  /** Runs a task in the loop's thread, soon. Any thread may call it. */
  void execute(Runnable task) {
    tasks.add(task);
    selector.wakeup();
  }

  void at(long dueNanos, Runnable task) {
    timers.add(new Timer(dueNanos, timersMade++, task));
  }

  void after(long nanos, Runnable task) {
    at(clock.nanoTime() + nanos, task);
  }

  /** Time at which the loop last woke up: one moment for all its work before it waits again. */
  long nowNanos() {
    return nowNanos;
  }

  SelectionKey register(SelectableChannel channel, int operations, Ready waiting)
      throws IOException {
    channel.configureBlocking(false);
    return channel.register(selector, operations, waiting);
  }

  /**
   * Releases closed channels, which the selector keeps open until then. To be called by tasks only.
   */
  void settle() throws IOException {
    selector.selectNow();
  }

  /** Buffer for one read; small while many bytes are held. */
  ByteBuffer buffer() {
    buffer.clear();
    if (isFull()) {
      buffer.limit(SMALL_READ_BYTES);
    }
    return buffer;
  }

  /** Returns true if so many bytes are held that pipes should hold no more than they need. */
  boolean isFull() {
    return heldBytes >= MOST_HELD_BYTES;
  }

  void held(int bytes) {
    heldBytes += bytes;
  }

  /**
   * Waits for channels, tasks and timers. The selector waits whole ms; short naps wait the rest, so
   * that delays are right to about 0.1 ms.
   */
  private void await() throws IOException {
    Timer next = timers.peek();
    if (next == null) {
      selector.select();
      return;
    }
    long left = next.dueNanos() - clock.nanoTime();
    if (left >= NANOS_PER_MILLI) {
      selector.select(left / NANOS_PER_MILLI);
    } else if (selector.selectNow() == 0 && left > 0 && tasks.isEmpty()) {
      LockSupport.parkNanos(Math.min(left, NAP_NANOS));
    }
  }

  private void runTimers() {
    nowNanos = clock.nanoTime();
    for (Timer next = timers.peek();
        next != null && next.dueNanos() <= nowNanos;
        next = timers.peek()) {
      timers.remove();
      next.task().run();
    }
  }
}
