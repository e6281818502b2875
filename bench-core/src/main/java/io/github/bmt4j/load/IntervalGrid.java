package io.github.bmt4j.load;

/**
 * Moments at which intervals end: on the grid of whole intervals since the start of the measurement
 * or of the warm-up, each at least half an interval after the one before. The last one ends with
 * the last operation, a little after the deadline, unless that takes half an interval or more. Used
 * by one thread.
 */
final class IntervalGrid {
  /** No interval is due. */
  static final long NOT_DUE = Long.MIN_VALUE;

  private final RunState run;
  private final long intervalNanos;
  private long fromNanos;
  private long nextNanos;

  IntervalGrid(RunState run) {
    this.run = run;
    this.intervalNanos = run.plan().times().interval().toNanos();
    begin(run.originNanos());
  }

  long fromNanos() {
    return fromNanos;
  }

  long nextNanos() {
    return nextNanos;
  }

  boolean inWarmup() {
    return fromNanos < run.measureFromNanos();
  }

  void begin(long nanos) {
    fromNanos = nanos;
    long begin = inWarmup() ? run.originNanos() : run.measureFromNanos();
    long next = begin + ((fromNanos - begin) / intervalNanos + 1) * intervalNanos;
    if (next - fromNanos < intervalNanos / 2) {
      next += intervalNanos;
    }
    nextNanos =
        inWarmup()
            ? Math.min(next, run.measureFromNanos())
            : nearDeadline(next) ? afterDeadline() : next;
  }

  /**
   * End of the present interval if it is due, otherwise {@link #NOT_DUE}. An interval ends now,
   * even if late, because its counts are read now; the last one of the warm-up ends with the
   * warm-up, because later operations are counted apart.
   */
  long endIfDue(long nowNanos) {
    if (nowNanos < nextNanos) {
      return NOT_DUE;
    }
    if (inWarmup()) {
      return Math.min(nowNanos, run.measureFromNanos());
    }
    if (nearDeadline(nowNanos)) {
      nextNanos = afterDeadline();
      return NOT_DUE;
    }
    return nowNanos;
  }

  private long afterDeadline() {
    return run.deadlineNanos() + intervalNanos / 2;
  }

  private boolean nearDeadline(long nanos) {
    long deadline = run.deadlineNanos();
    return deadline != Long.MAX_VALUE && Math.abs(nanos - deadline) < intervalNanos / 2;
  }
}
