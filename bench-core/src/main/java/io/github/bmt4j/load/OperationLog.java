package io.github.bmt4j.load;

import io.github.bmt4j.outcome.Outcome;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The ended operations of one worker that wait to be collected, 20 times a second. One thread
 * writes and another one reads, without a lock. An operation appears with all its counts and times,
 * or not at all, so that counts and times agree at every cut.
 *
 * <p>The log is a ring of chunks, which grows when the reader is late and never shrinks: no
 * operation is lost, and none allocates once the ring is large enough. A histogram for each worker
 * would cost more: each recorded time would load another part of its 400 KB into the processor's
 * cache.
 */
final class OperationLog {
  /**
   * Operations in a chunk: a worker's work between two collections, at about 1,000 operations a
   * second.
   */
  private static final int ROOM = 64;

  // The fields of an operation.
  private static final int WHAT = 0;
  private static final int END = 1;
  private static final int RESPONSE = 2;
  private static final int WAITING = 3;
  private static final int STATEMENTS = 4;
  private static final int FIELDS = 5;

  // The bits of the first field: an outcome, then these, the kind, and above them other statements.
  // The fewer fields, the more operations stay in the processor's cache until they are read.
  private static final int OUTCOME_BITS = 3;
  private static final int NO_OPERATION = 3;
  private static final int ROLLED_BACK = 4;
  private static final int PART_SHIFT = 3;
  private static final int KIND_SHIFT = 4;
  private static final int UPPER = 32;
  private static final long LOWER = 0xFFFF_FFFFL;
  private static final Outcome[] OUTCOMES = Outcome.values();
  private static final VarHandle WRITTEN =
      WorkerTimes.field(MethodHandles.lookup(), "written", long.class);
  private static final VarHandle READING =
      WorkerTimes.field(MethodHandles.lookup(), "reading", Chunk.class);

  private Chunk writing = new Chunk();
  private int writeAt;
  private long written;
  private Chunk reading = writing;
  private int readAt;
  private long read;
  private long readable;
  private int at;

  private static final class Chunk {
    private final long[] values = new long[ROOM * FIELDS];
    private Chunk next = this;
  }

  OperationLog add(int part, int kind, Outcome outcome, boolean rolledBack) {
    int what = outcome.ordinal() | (rolledBack ? ROLLED_BACK : 0);
    return add(what | part << PART_SHIFT | kind << KIND_SHIFT);
  }

  OperationLog addStatements(int part, int kind) {
    return add(NO_OPERATION | part << PART_SHIFT | kind << KIND_SHIFT);
  }

  private OperationLog add(int what) {
    if (writeAt == ROOM * FIELDS) {
      writing = free();
      writeAt = 0;
    }
    writing.values[writeAt + WHAT] = what;
    return this;
  }

  /** The next chunk; a new one if the reader still uses that chunk. */
  private Chunk free() {
    Chunk next = writing.next;
    if (next == (Chunk) READING.getAcquire(this)) {
      Chunk more = new Chunk();
      more.next = next;
      writing.next = more;
      return more;
    }
    return next;
  }

  /** Sets the statements of the operation being added, fewer than 2^31 of each. */
  OperationLog statements(long reads, long writes, long others) {
    long[] values = writing.values;
    values[writeAt + WHAT] |= others << UPPER;
    values[writeAt + STATEMENTS] = reads | writes << UPPER;
    return this;
  }

  /** Sets the times of the operation being added, in ns on the run's clock, and publishes it. */
  void at(long intendedNanos, long startNanos, long endNanos) {
    long[] values = writing.values;
    values[writeAt + END] = endNanos;
    values[writeAt + RESPONSE] = endNanos - intendedNanos;
    values[writeAt + WAITING] = startNanos - intendedNanos;
    writeAt += FIELDS;
    WRITTEN.setRelease(this, written + 1);
  }

  /**
   * Advances to the next operation that ended until a moment. Called by the reading thread, as are
   * all methods below.
   *
   * @return true if there is one
   */
  boolean next(long untilNanos) {
    if (!more() || reading.values[readAt + END] > untilNanos) {
      return false;
    }
    at = readAt;
    readAt += FIELDS;
    read++;
    return true;
  }

  private boolean more() {
    if (read == readable) {
      readable = (long) WRITTEN.getAcquire(this);
      if (read == readable) {
        return false;
      }
    }
    if (readAt == ROOM * FIELDS) {
      READING.setRelease(this, reading.next);
      readAt = 0;
    }
    return true;
  }

  /** Intended time of the next operation, in ns; the largest long if there is none. */
  long nextIntendedNanos() {
    return more()
        ? reading.values[readAt + END] - reading.values[readAt + RESPONSE]
        : Long.MAX_VALUE;
  }

  boolean isOperation() {
    return (what() & OUTCOME_BITS) != NO_OPERATION;
  }

  boolean isOk() {
    return (what() & OUTCOME_BITS) == Outcome.OK.ordinal();
  }

  /** Its part of the run, as {@link WorkerRecorder} numbers them. */
  int part() {
    return what() >> PART_SHIFT & 1;
  }

  int kind() {
    return what() >> KIND_SHIFT;
  }

  long intendedNanos() {
    return value(END) - value(RESPONSE);
  }

  long startNanos() {
    return intendedNanos() + value(WAITING);
  }

  long endNanos() {
    return value(END);
  }

  long responseNanos() {
    return value(RESPONSE);
  }

  /** Adds the counts of the operation's end to these counts, by the ordinals of {@link Counter}. */
  void countTo(long[] counts) {
    counts[Counter.READS.ordinal()] += value(STATEMENTS) & LOWER;
    counts[Counter.WRITES.ordinal()] += value(STATEMENTS) >>> UPPER;
    counts[Counter.OTHERS.ordinal()] += value(WHAT) >>> UPPER;
    if (!isOperation()) {
      return;
    }
    switch (OUTCOMES[what() & OUTCOME_BITS]) {
      case OK -> {
        counts[Counter.TRANSACTIONS.ordinal()]++;
        counts[Counter.RESPONSE_NANOS.ordinal()] += value(RESPONSE);
        counts[Counter.ROLLBACKS.ordinal()] += (what() & ROLLED_BACK) / ROLLED_BACK;
      }
      case FAILED -> counts[Counter.FAILED.ordinal()]++;
      case UNKNOWN -> counts[Counter.UNKNOWN.ordinal()]++;
    }
  }

  void timeTo(Latencies latencies, boolean scheduled) {
    if (!isOk()) {
      if (isOperation()) {
        latencies.failed().recordValue(value(RESPONSE));
      }
      return;
    }
    latencies.response().recordValue(value(RESPONSE));
    latencies.service().recordValue(value(RESPONSE) - value(WAITING));
    if (scheduled) {
      latencies.waiting().recordValue(value(WAITING));
    }
  }

  private int what() {
    return (int) value(WHAT);
  }

  private long value(int field) {
    return reading.values[at + field];
  }
}
