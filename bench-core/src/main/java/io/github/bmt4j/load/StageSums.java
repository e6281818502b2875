package io.github.bmt4j.load;

import io.github.bmt4j.load.Measurement.StageMeasurement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Measurements of each stage of a load. Used by one thread. */
final class StageSums {
  private final RunState run;
  private final Stages stages;
  private final @Nullable ArrivalSchedule schedule;
  private final List<Sums> sums = new ArrayList<>();
  private long arrival;

  private static final class Sums {
    private final long[] counts = Counts.none();
    private final Latencies latencies = new Latencies();
    private final long middleNanos;
    private long due;
    private long dueLate;
    private long ended;
    private long gone;
    private long goneLate;

    private Sums(long middleNanos) {
      this.middleNanos = middleNanos;
    }

    private StageMeasurement measurement(Stage stage) {
      Counts own = new Counts(counts.clone());
      Latencies times = new Latencies().plus(latencies);
      return new StageMeasurement(
          stage, due, dueLate, ended, due - gone, dueLate - goneLate, own, times);
    }
  }

  StageSums(RunState run) {
    this.run = run;
    this.stages = run.plan().profile().stages();
    this.schedule =
        run.plan().profile() instanceof LoadProfile.OpenLoop open ? open.schedule() : null;
    long from = 0;
    for (Stage stage : stages.all()) {
      sums.add(new Sums(from + stage.nanos() / 2));
      from += stage.nanos();
    }
    // For operations after the last stage.
    sums.add(new Sums(Stages.NEVER));
    this.arrival = schedule == null ? Stages.NEVER : schedule.after(0);
  }

  private Sums at(long nanos) {
    return sums.get(stages.indexAt(nanos - run.measureFromNanos()));
  }

  private boolean isLate(Sums stage, long nanos) {
    return nanos - run.measureFromNanos() >= stage.middleNanos;
  }

  /** Adds an operation, also of the warm-up: it may end in a stage. */
  void add(OperationLog log) {
    if (stages.all().isEmpty() || !log.isOperation()) {
      return;
    }
    Sums end = at(log.endNanos());
    if (log.endNanos() >= run.measureFromNanos()) {
      end.gone++;
      end.goneLate += isLate(end, log.endNanos()) ? 1 : 0;
    }
    if (log.part() == WorkerRecorder.WARMUP) {
      return;
    }
    Sums due = at(log.intendedNanos());
    log.countTo(due.counts);
    log.timeTo(due.latencies, run.isScheduled());
    if (log.isOk()) {
      end.ended++;
    }
  }

  /** Measurements of each stage until a moment on the clock, which never decreases. */
  List<StageMeasurement> until(long nanos) {
    if (schedule != null && !stages.all().isEmpty()) {
      for (; run.originNanos() + arrival < nanos; arrival = schedule.after(arrival)) {
        long moment = run.originNanos() + arrival;
        if (moment >= run.measureFromNanos()) {
          Sums at = at(moment);
          at.due++;
          at.dueLate += isLate(at, moment) ? 1 : 0;
        }
      }
    }
    return IntStream.range(0, stages.all().size())
        .mapToObj(i -> sums.get(i).measurement(stages.all().get(i)))
        .toList();
  }
}
