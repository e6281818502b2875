package io.github.bmt4j.load;

import io.github.bmt4j.load.Measurement.StageShare;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Measurements of each stage of a load. Used by one thread. */
final class StageShares {
  private final RunState run;
  private final Stages stages;
  private final @Nullable ArrivalSchedule schedule;
  private final long[] due;
  private final long[] begun;
  private final long[] ended;
  private final List<long[]> counts = new ArrayList<>();
  private final List<Latencies> latencies = new ArrayList<>();
  private long arrival;

  StageShares(RunState run) {
    this.run = run;
    this.stages = run.plan().profile().stages();
    this.schedule =
        run.plan().profile() instanceof LoadProfile.OpenLoop open ? open.schedule() : null;
    // The last place is for what comes after the last stage.
    this.due = new long[stages.all().size() + 1];
    this.begun = new long[due.length];
    this.ended = new long[due.length];
    for (int i = 0; i < due.length; i++) {
      counts.add(Counts.none());
      latencies.add(new Latencies());
    }
    this.arrival = schedule == null ? Stages.NEVER : schedule.after(0);
  }

  private int stage(long nanos) {
    return stages.indexAt(nanos - run.measureFromNanos());
  }

  /** Adds a measured operation that has ended. */
  void add(OperationLog log) {
    if (stages.all().isEmpty() || !log.isOperation()) {
      return;
    }
    int stage = stage(log.intendedNanos());
    log.countTo(counts.get(stage));
    log.timeTo(latencies.get(stage), run.isScheduled());
    begun[stage(log.startNanos())]++;
    if (log.isOk()) {
      ended[stage(log.endNanos())]++;
    }
  }

  /**
   * Measurements of each stage so far.
   *
   * @param nanos moment of the last arrival that could be due, on the clock; not before that of the
   *     last call
   */
  List<StageShare> until(long nanos) {
    List<StageShare> shares = new ArrayList<>();
    if (schedule != null && !stages.all().isEmpty()) {
      for (; run.originNanos() + arrival < nanos; arrival = schedule.after(arrival)) {
        long at = run.originNanos() + arrival;
        if (at >= run.measureFromNanos()) {
          due[stage(at)]++;
        }
      }
    }
    for (int i = 0; i < stages.all().size(); i++) {
      Latencies times = new Latencies();
      times.add(latencies.get(i));
      shares.add(
          new StageShare(
              stages.all().get(i),
              due[i],
              begun[i],
              ended[i],
              new Counts(counts.get(i).clone()),
              times));
    }
    return shares;
  }
}
