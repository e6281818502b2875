package io.github.bmt4j.load;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.os.ResidentMemory;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;

/** Reads what this process uses of its machine during a load. Used by the thread that runs it. */
public final class ClientWatch {
  private final Clock clock;
  private final ProcessorWatch processors = new ProcessorWatch();
  private Reading now;
  private Reading before;
  private long queries;
  private boolean measured;
  private long heapBytes;
  private long residentBytes;

  /** A watch whose first reading is taken now. */
  public ClientWatch(Clock clock) {
    this.clock = clock;
    this.now = read();
    this.before = now;
  }

  public void begin() {
    now = read();
    before = now;
  }

  /**
   * Takes a reading before the counts of an interval are read; only a short look unless the
   * interval bounds the measurement.
   */
  public void counting(boolean bound) {
    if (bound) {
      now = read();
    } else {
      processors.look();
    }
  }

  public void interval(Interval interval) {
    heapBytes =
        Math.max(heapBytes, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    residentBytes = Math.max(residentBytes, ResidentMemory.ownBytes());
    if (!interval.warmup()) {
      measured = true;
      queries = interval.end().measuredQueries();
    } else if (interval.toNanos() == 0) {
      before = now.with(interval.end().measuredQueries());
    }
  }

  /**
   * The readings, and the statements, from the (perhaps late) reading of the warm-up's last counts
   * to the end of the last interval; without an interval, until now.
   */
  public ClientReadings readings(long stoodStillNanos) {
    // The last counts are read when the last operation has ended, before workers disconnect;
    // without a pool, workers that ended earlier have already disconnected.
    Reading end = measured ? now.with(queries) : read();
    ProcessorWatch.Reading from = before.processors;
    ProcessorWatch.Reading to = end.processors;
    return new ClientReadings(
        end.usage.minus(before.usage),
        from == null || to == null ? null : to.minus(from),
        end.nanos - before.nanos,
        processors.available(),
        end.queries - before.queries,
        known(heapBytes),
        known(residentBytes),
        stoodStillNanos);
  }

  private static @Nullable Long known(long bytes) {
    return bytes == 0 ? null : (Long) bytes;
  }

  private Reading read() {
    return new Reading(ClientUsage.now(), processors.read(), clock.nanoTime(), 0);
  }

  private record Reading(
      ClientUsage usage, ProcessorWatch.@Nullable Reading processors, long nanos, long queries) {
    Reading with(long measuredQueries) {
      return new Reading(usage, processors, nanos, measuredQueries);
    }
  }
}
