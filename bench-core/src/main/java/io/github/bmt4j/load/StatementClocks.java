package io.github.bmt4j.load;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.load.Measurement.StatementLatencies;
import io.github.bmt4j.workload.StatementTimer;
import io.github.bmt4j.workload.Stopwatch;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/**
 * Times the statements of a run's sessions: two readings of the clock for an execution, and one
 * histogram for each statement that a few workers share.
 *
 * <p>Workers share histograms because own ones for each statement would take 2 MB a worker. There
 * are as many sets as workers, at most 16; they take no lock.
 */
public final class StatementClocks {
  private static final int MOST_SETS = 16;
  private static final int DIGITS = 3;

  private final Clock clock;
  private final List<Map<String, Timed>> sets;
  private final OfWorker[] workers;

  public StatementClocks(Clock clock, int workers) {
    this.clock = clock;
    this.sets =
        Stream.<Map<String, Timed>>generate(LinkedHashMap::new)
            .limit(Math.min(workers, MOST_SETS))
            .toList();
    this.workers = new OfWorker[workers];
    Arrays.setAll(this.workers, i -> new OfWorker(sets.get(i % sets.size())));
  }

  private static final class Timed {
    private final Stopwatch.Kind kind;
    private final Recorder times = new Recorder(DIGITS);
    private @Nullable Histogram taken;

    Timed(Stopwatch.Kind kind) {
      this.kind = kind;
    }

    Histogram take() {
      taken = times.getIntervalHistogram(taken);
      return taken;
    }
  }

  public OfWorker worker(int number) {
    return workers[number];
  }

  /** The times of measured operations' statements since the last call. One reading thread. */
  public List<StatementLatencies> drain() {
    Map<String, StatementLatencies> all = new LinkedHashMap<>();
    for (Map<String, Timed> set : sets) {
      set.forEach(
          (name, timed) ->
              all.computeIfAbsent(name, n -> new StatementLatencies(n, timed.kind))
                  .service()
                  .add(timed.take()));
    }
    return List.copyOf(all.values());
  }

  /** The stopwatch of one worker. Its timers are created before the load and used by one thread. */
  public final class OfWorker implements Stopwatch {
    private final Map<String, Timed> set;
    private boolean measured;

    private OfWorker(Map<String, Timed> set) {
      this.set = set;
    }

    @Override
    public StatementTimer timer(String statement, Kind kind) {
      return new Timer(set.computeIfAbsent(statement, s -> new Timed(kind)).times);
    }

    void begin(boolean isMeasured) {
      measured = isMeasured;
    }

    private final class Timer implements StatementTimer {
      private final Recorder times;

      Timer(Recorder times) {
        this.times = times;
      }

      @Override
      public long start() {
        return clock.nanoTime();
      }

      @Override
      public void stop(long start) {
        long nanos = clock.nanoTime() - start;
        if (measured) {
          times.recordValue(nanos);
        }
      }
    }
  }
}
