package io.github.bmt4j.load;

import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;
import org.jspecify.annotations.Nullable;

/**
 * Times of one worker that wait to be collected. One thread writes and another one reads, without a
 * lock.
 *
 * <p>The compact form is for hundreds of workers: histograms of all of them would take 400 KB each,
 * or, packed, a second of processor time to merge a thousand. It keeps the times as they are, as
 * many as a busy one of many workers has in a second, and puts those for which there is no room
 * into a packed histogram.
 */
final class WorkerTimes {
  private static final int DIGITS = 3;

  /** A power of two. */
  private static final int ROOM = 1024;

  /** A power of two. */
  private static final int ROOM_OF_FEW = 128;

  private final int room;
  private final long @Nullable [] waiting;
  private final AtomicLong written = new AtomicLong();
  private final AtomicLong collected = new AtomicLong();
  private final AtomicLong beyond = new AtomicLong();
  private final SingleWriterRecorder recorder;
  private long beyondCollected;
  private @Nullable Histogram drained;

  WorkerTimes(boolean compact) {
    this(compact, ROOM);
  }

  /** The compact form for few times. */
  static WorkerTimes few() {
    return new WorkerTimes(true, ROOM_OF_FEW);
  }

  private WorkerTimes(boolean compact, int room) {
    this.room = room;
    waiting = compact ? new long[room] : null;
    recorder = new SingleWriterRecorder(DIGITS, compact);
  }

  /** Keeps a time. The writing thread. */
  void record(long nanos) {
    long[] kept = waiting;
    if (kept != null) {
      long number = written.getPlain();
      if (number - collected.getAcquire() < room) {
        kept[(int) number & (room - 1)] = nanos;
        written.setRelease(number + 1);
        return;
      }
    }
    recorder.recordValue(nanos);
    beyond.setRelease(beyond.getPlain() + 1);
  }

  /** Moves what was kept since the last call into each of these. The reading thread. */
  void drainTo(Histogram... histograms) {
    long[] kept = waiting;
    if (kept != null) {
      long until = written.getAcquire();
      long from = collected.getPlain();
      for (long number = from; number < until; number++) {
        for (Histogram histogram : histograms) {
          histogram.recordValue(kept[(int) number & (room - 1)]);
        }
      }
      collected.setRelease(until);
    }
    long recorded = beyond.getAcquire();
    if (recorded == beyondCollected) {
      return;
    }
    beyondCollected = recorded;
    Histogram rest = recorder.getIntervalHistogram(drained);
    drained = rest;
    for (Histogram histogram : histograms) {
      histogram.add(rest);
    }
  }
}
