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
  private final List<Sums> sums = new ArrayList<>();
  private long arrival;

  private static final class Sums {
    private final long[] counts = Counts.none();
    private final Latencies latencies = new Latencies();
    private long due;
    private long begun;
    private long ended;

    private StageShare share(Stage stage) {
      return new StageShare(
          stage, due, begun, ended, new Counts(counts.clone()), new Latencies().plus(latencies));
    }
  }

  StageShares(RunState run) {
    this.run = run;
    this.stages = run.plan().profile().stages();
    this.schedule =
        run.plan().profile() instanceof LoadProfile.OpenLoop open ? open.schedule() : null;
    // The last one is of what comes after the last stage.
    for (int i = 0; i <= stages.all().size(); i++) {
      sums.add(new Sums());
    }
    this.arrival = schedule == null ? Stages.NEVER : schedule.after(0);
  }

  private Sums at(long nanos) {
    return sums.get(stages.indexAt(nanos - run.measureFromNanos()));
  }

  void add(OperationLog log) {
    if (stages.all().isEmpty() || !log.isOperation()) {
      return;
    }
    Sums due = at(log.intendedNanos());
    log.countTo(due.counts);
    log.timeTo(due.latencies, run.isScheduled());
    at(log.startNanos()).begun++;
    if (log.isOk()) {
      at(log.endNanos()).ended++;
    }
  }

  /** Measurements of each stage until a moment on the clock, which never decreases. */
  List<StageShare> until(long nanos) {
    if (schedule != null && !stages.all().isEmpty()) {
      for (; run.originNanos() + arrival < nanos; arrival = schedule.after(arrival)) {
        long moment = run.originNanos() + arrival;
        if (moment >= run.measureFromNanos()) {
          at(moment).due++;
        }
      }
    }
    List<StageShare> shares = new ArrayList<>();
    for (int i = 0; i < stages.all().size(); i++) {
      shares.add(sums.get(i).share(stages.all().get(i)));
    }
    return shares;
  }
}
