package io.github.bmt4j.load;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;
import org.jspecify.annotations.Nullable;

/**
 * Times of one worker that wait to be collected, 20 times a second, in a ring. One thread writes
 * and another one reads, without a lock.
 *
 * <p>Times that find no room, because the reader is late or the writer faster than any server, go
 * into a packed histogram.
 */
final class WorkerTimes {
  private static final int DIGITS = 3;

  /** A power of two. */
  private static final int ROOM = 1024;

  private static final VarHandle WRITTEN = field(MethodHandles.lookup(), "written", long.class);
  private static final VarHandle COLLECTED = field(MethodHandles.lookup(), "collected", long.class);

  private final long[] waiting = new long[ROOM];
  private long written;
  private long collected;
  private volatile @Nullable SingleWriterRecorder beyond;
  private @Nullable Histogram drained;

  /** A handle of a field of the class that looks it up. */
  static VarHandle field(MethodHandles.Lookup lookup, String name, Class<?> type) {
    try {
      return lookup.findVarHandle(lookup.lookupClass(), name, type);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  void record(long nanos) {
    long number = written;
    if (number - (long) COLLECTED.getAcquire(this) < waiting.length) {
      waiting[(int) number & (waiting.length - 1)] = nanos;
      WRITTEN.setRelease(this, number + 1);
    } else {
      recordBeyond(nanos);
    }
  }

  private void recordBeyond(long nanos) {
    SingleWriterRecorder recorder = beyond;
    if (recorder == null) {
      recorder = new SingleWriterRecorder(DIGITS, true);
      beyond = recorder;
    }
    recorder.recordValue(nanos);
  }

  /** Moves the times since the last call into each of the histograms. The reading thread. */
  void drainTo(Histogram... histograms) {
    long until = (long) WRITTEN.getAcquire(this);
    for (long number = collected; number < until; number++) {
      for (Histogram histogram : histograms) {
        histogram.recordValue(waiting[(int) number & (waiting.length - 1)]);
      }
    }
    COLLECTED.setRelease(this, until);
    SingleWriterRecorder recorder = beyond;
    if (recorder != null) {
      Histogram rest = recorder.getIntervalHistogram(drained);
      drained = rest;
      if (rest.getTotalCount() == 0) {
        return;
      }
      for (Histogram histogram : histograms) {
        histogram.add(rest);
      }
    }
  }
}
