package io.github.bmt4j.load;

import io.github.bmt4j.report.Reason.Code;
import java.time.Duration;
import java.util.List;

/**
 * Ends a run when nothing has succeeded for long, unless operations are only slow: no attempt has
 * failed, every server answers, and the run has a deadline. Used by one thread.
 */
final class SuccessWatch {
  private static final Duration LOOK = Duration.ofSeconds(1);

  private final RunState run;
  private final List<Worker> workers;
  private final Load.Observer observer;
  private final Backlog backlog;
  private long nextNanos;
  private long transactions;
  private long lastGoodNanos;
  private long errorsBefore;

  SuccessWatch(RunState run, List<Worker> workers, Load.Observer observer) {
    this.run = run;
    this.workers = workers;
    this.observer = observer;
    this.backlog = new Backlog(run);
    this.lastGoodNanos = run.originNanos();
    this.nextNanos = run.originNanos() + LOOK.toNanos();
  }

  long nextNanos() {
    return nextNanos;
  }

  void look(long now) {
    nextNanos = now + LOOK.toNanos();
    if (run.stopped()) {
      return;
    }
    long errors = WorkerCounters.sum(workers, Counter.ERRORS);
    long succeeded = WorkerCounters.sum(workers, Counter.TRANSACTIONS);
    if (succeeded > transactions || idle(succeeded, now)) {
      transactions = succeeded;
      lastGoodNanos = now;
      errorsBefore = errors;
    }
    if (now - lastGoodNanos < run.plan().times().giveUp().toNanos()) {
      return;
    }
    boolean slow = errors == errorsBefore && run.deadlineNanos() != Long.MAX_VALUE;
    if (slow && observer.serversAnswer()) {
      lastGoodNanos = now;
      return;
    }
    run.abort(
        Code.OPERATIONS_FAILED.of(
            "ended early, because no operation succeeded for "
                + run.plan().times().giveUp().toSeconds()
                + (slow ? " s and a server did not answer" : " s")));
  }

  /**
   * Returns true if no operation is due or under way: at a low rate in an open loop, that is no
   * failure.
   */
  private boolean idle(long succeeded, long now) {
    // An operation that begins meanwhile counts as under way, because begun operations are counted
    // last.
    long ended = succeeded + WorkerCounters.sum(workers, Counter.FAILED, Counter.UNKNOWN);
    long begun = WorkerCounters.sum(workers, Counter.STARTED);
    return run.isScheduled() && begun <= ended && backlog.at(now, begun) == 0;
  }
}
