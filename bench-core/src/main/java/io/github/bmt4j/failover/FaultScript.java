package io.github.bmt4j.failover;

import io.github.bmt4j.failover.cluster.Intervention;
import io.github.bmt4j.failover.fault.TrialTimeline;
import io.github.bmt4j.failover.figures.TimelineEvent.Kind;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** An intervention on a thread of its own, apart from the watching thread. */
final class FaultScript extends Thread {
  private static final long END_MILLIS = 100_000;

  private final Intervention intervention;
  private final TrialTimeline timeline;
  private final BooleanSupplier stopped;
  private final Consumer<Reason> problems;
  private volatile boolean cancelled;
  private volatile boolean failed;

  FaultScript(
      Intervention intervention,
      TrialTimeline timeline,
      BooleanSupplier stopped,
      Consumer<Reason> problems) {
    super("bmt-fault");
    this.intervention = intervention;
    this.timeline = timeline;
    this.stopped = stopped;
    this.problems = problems;
    setDaemon(true);
  }

  @Override
  public void run() {
    try {
      intervention.inject(timeline, () -> cancelled || stopped.getAsBoolean());
    } catch (TargetException | RuntimeException e) {
      if (!cancelled && !stopped.getAsBoolean()) {
        timeline.note(Kind.NOTE, "", String.valueOf(e.getMessage()));
        problems.accept(
            Code.FAULT_FAILED.of(
                (intervention.isOutside() ? "" : "the fault could not be injected: ")
                    + e.getMessage()));
        failed = true;
      }
    }
  }

  boolean hasFailed() {
    return failed;
  }

  /** Asks the script to end at once, and waits until it has; further calls do nothing. */
  void end() throws TargetException {
    if (cancelled) {
      return;
    }
    boolean late = isAlive() && !failed;
    cancelled = true;
    try {
      join(END_MILLIS);
    } catch (InterruptedException e) {
      throw TargetException.interrupted(e);
    }
    if (late && !stopped.getAsBoolean()) {
      problems.accept(
          Code.FAULT_FAILED.of(
              "the deadline came before all steps of the fault had been executed: raise"
                  + " --deadline"));
    }
    if (isAlive()) {
      throw new TargetException("the fault's script does not end");
    }
  }
}
