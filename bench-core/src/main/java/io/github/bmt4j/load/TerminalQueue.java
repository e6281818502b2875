package io.github.bmt4j.load;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.SplitMix64;
import io.github.bmt4j.workload.Terminals;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The terminals of a run, in the order in which their next transactions are due. A terminal is no
 * thread: workers take due terminals, and put each back with its next transaction. Thread-safe.
 *
 * <p>A cycle is that of TPC-C 5.11, 5.2.5: keying, the transaction, thinking. A transaction is due
 * when its keying has ended.
 */
final class TerminalQueue {
  /** Period at which a worker without work checks whether the run is over. */
  private static final long LOOK_NANOS = 50_000_000;

  /** The longest think time, as a multiple of the mean (TPC-C 5.11, 5.2.5.4). */
  private static final double MOST_MEANS = 10;

  /** Makes think times independent of a workload's random numbers for the same terminal. */
  private static final long SALT = 0x7468696E6B696E67L;

  /** The number of the transaction before a terminal's first one. */
  private static final long BEFORE = -1;

  /** Number of longest cycles after which the terminals' initial state no longer matters. */
  private static final int CYCLES_BEFORE = 4;

  /**
   * Limit of simulated transactions: kinds without any time do not bring a terminal nearer to the
   * start.
   */
  private static final int MOST_BEFORE = 1_000;

  private final DelayQueue<Due> queue = new DelayQueue<>();
  private final Queue<Due> seated = new ConcurrentLinkedQueue<>();
  private final AtomicInteger taken = new AtomicInteger();
  private final Terminals terminals;
  private final long seed;
  private final Clock clock;
  private final long longestNanos;

  TerminalQueue(LoadProfile.AtTerminals profile, Clock clock) {
    this.terminals = profile.terminals();
    this.seed = profile.seed();
    this.clock = clock;
    this.longestNanos =
        terminals.paces().stream()
            .mapToLong(pace -> pace.keyingNanos() + pace.meanThinkNanos())
            .max()
            .orElse(0);
  }

  /** A transaction of a terminal, and when it is due. */
  final class Due implements Delayed {
    private final int terminal;
    private final long number;
    private final long nanos;

    private Due(int terminal, long number, long nanos) {
      this.terminal = terminal;
      this.number = number;
      this.nanos = nanos;
    }

    long nanos() {
      return nanos;
    }

    void begin(Session session) {
      session.next(terminal, number);
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(nanos - clock.nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.compare(nanos - ((Due) other).nanos, 0);
    }
  }

  /**
   * Computes first transactions, of the terminals that no other worker has taken. They are due as
   * if the terminals had been at work for some time.
   *
   * @param session draws their kinds
   */
  void seat(Session session) {
    for (int i = taken.getAndIncrement(); i < terminals.count(); i = taken.getAndIncrement()) {
      seated.add(first(i, session));
    }
  }

  void begin(long originNanos) {
    seated.forEach(due -> queue.add(new Due(due.terminal, due.number, originNanos + due.nanos)));
    seated.clear();
  }

  /** The first transaction that is due after the start, in ns since then. */
  private Due first(int terminal, Session session) {
    session.next(terminal, 0);
    int kind = session.kind();
    long nanos =
        thinkNanos(terminal, BEFORE, kind)
            + keyingNanos(kind)
            - Math.round(longestNanos * (CYCLES_BEFORE + uniform(terminal, Long.MIN_VALUE)));
    long number = 0;
    while (nanos < 0 && number < MOST_BEFORE) {
      nanos += thinkNanos(terminal, number, kind);
      number++;
      session.next(terminal, number);
      kind = session.kind();
      nanos += keyingNanos(kind);
    }
    return new Due(terminal, number, Math.max(0, nanos));
  }

  private long keyingNanos(int kind) {
    return terminals.paces().get(kind).keyingNanos();
  }

  /** Takes the earliest due transaction; null if none becomes due in time. */
  @Nullable Due take(long patienceNanos) throws InterruptedException {
    return queue.poll(patienceNanos, TimeUnit.NANOSECONDS);
  }

  /** The next due transaction that may begin; absent when the run is over. */
  @Nullable Due next(RunState run, EventBudget budget) {
    long deadline = run.deadlineNanos();
    for (long now = clock.nanoTime(); now < deadline; now = clock.nanoTime()) {
      if (run.stopped() || budget.isUsedUp()) {
        return null;
      }
      Due due;
      try {
        due = take(now < deadline - LOOK_NANOS ? LOOK_NANOS : deadline - now);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return null;
      }
      if (due != null) {
        if (!run.stopped() && clock.nanoTime() < deadline && run.mayBegin(due.nanos(), budget)) {
          return due;
        }
        putBack(due);
      }
    }
    return null;
  }

  void putBack(Due due) {
    queue.add(due);
  }

  /** Returns true if a terminal continues once a transaction of this kind is due. */
  boolean isDeferred(int kind) {
    return terminals.paces().get(kind).deferred();
  }

  void thinkFrom(Due last, int kind, long nanos, Session session) {
    long number = last.number + 1;
    session.next(last.terminal, number);
    long thinking = thinkNanos(last.terminal, last.number, kind);
    queue.add(new Due(last.terminal, number, nanos + thinking + keyingNanos(session.kind())));
  }

  /** Think time of a terminal after a transaction: a function of the seed and these numbers. */
  long thinkNanos(int terminal, long number, int kind) {
    double mean = terminals.paces().get(kind).meanThinkNanos();
    return Math.round(Math.min(MOST_MEANS, -Math.log(uniform(terminal, number))) * mean);
  }

  private double uniform(int terminal, long number) {
    long hash = SplitMix64.stateOf(SplitMix64.stateOf(seed ^ SALT, terminal), number);
    return ((SplitMix64.mix(hash) >>> 11) + 1) * 0x1.0p-53;
  }

  /**
   * Number of waiting transactions that became due between two moments on the clock. As long as the
   * workers keep up, no transaction waits, and only the first terminal is examined.
   */
  long waiting(long fromNanos, long toNanos) {
    Due first = queue.peek();
    if (first == null || first.nanos >= toNanos) {
      return 0;
    }
    return queue.stream().filter(due -> due.nanos >= fromNanos && due.nanos < toNanos).count();
  }
}
