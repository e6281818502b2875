package io.github.bmt4j.load;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.jdbc.ConnectionSource;
import io.github.bmt4j.outcome.Failure;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.workload.Session;
import java.sql.Connection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * State that the workers of a run share: its moments, its arrivals, and its end. Set up before the
 * workers start, except for volatile and atomic fields.
 *
 * <p>The moments and the watch are written by the coordinator before it opens the gate that all
 * workers wait at.
 */
final class RunState {
  final Clock clock;
  final ErrorLog errors = new ErrorLog();
  final CopyOnWriteArrayList<String> problems = new CopyOnWriteArrayList<>();
  final @Nullable ArrivalQueue arrivals;
  final @Nullable TerminalQueue terminals;
  final LastWrites lastWrites = new LastWrites();
  private final LoadPlan plan;
  private final StopSignal stop;
  private final List<EventBudget> budgets;
  private final Stages stages;
  private final Share share;
  private List<ConnectionSource> sources = List.of();
  private volatile boolean aborted;
  private int workers;
  private long originNanos;
  private long measureFromNanos;
  private long deadlineNanos;
  private @Nullable ProgressWatch watch;

  RunState(LoadPlan plan, Clock clock, StopSignal stop) {
    this.plan = plan;
    this.clock = clock;
    this.stop = stop;
    List<Long> ofEndpoints = plan.endpoints().endpointEvents();
    this.budgets =
        (ofEndpoints.isEmpty() ? List.of(plan.events()) : ofEndpoints)
            .stream().map(EventBudget::new).toList();
    this.arrivals =
        plan.profile() instanceof LoadProfile.OpenLoop open
            ? new ArrivalQueue(open.schedule())
            : null;
    LoadProfile.ClosedLoop closed =
        plan.profile() instanceof LoadProfile.ClosedLoop profile
            ? profile
            : new LoadProfile.ClosedLoop();
    this.stages = closed.stages().withWarmup(plan.warmup());
    this.share = closed.share();
    this.terminals =
        plan.profile() instanceof LoadProfile.AtTerminals at ? new TerminalQueue(at, clock) : null;
  }

  /**
   * Returns true if operations are due at moments that a worker may miss: in any but a closed loop.
   */
  boolean isScheduled() {
    return arrivals != null || terminals != null;
  }

  void start(long nanos) {
    originNanos = nanos;
    measureFromNanos = originNanos + plan.warmup().toNanos();
    deadlineNanos =
        plan.time().isZero() ? Long.MAX_VALUE : measureFromNanos + plan.time().toNanos();
    if (terminals != null) {
      terminals.begin(originNanos);
    }
  }

  int nextWorker() {
    return workers++;
  }

  /** Moment at which a worker of a closed loop may begin, or the largest long; waits for it. */
  long turn(int worker, long nowNanos) {
    if (stages.all().isEmpty()) {
      return nowNanos;
    }
    long turn = originNanos + stages.turn(share.number(worker), nowNanos - originNanos);
    if (turn <= nowNanos) {
      return nowNanos;
    }
    clock.sleepUntil(Math.min(turn, deadlineNanos), this::stopped);
    return stopped() || turn >= deadlineNanos ? Long.MAX_VALUE : clock.nanoTime();
  }

  void watchedBy(ProgressWatch watching) {
    watch = watching;
  }

  void endsAfterLong(long nowNanos) {
    if (watch != null) {
      watch.endsAfterLong(nowNanos);
    }
  }

  /** Takes a failed attempt; ends the run if retrying cannot help. */
  void failed(Failure failure, boolean measured, boolean retried) {
    if (measured) {
      errors.add(failure, retried);
    }
    if (failure.permanent()) {
      abort(
          "ended early, because retrying cannot fix error "
              + failure.code()
              + ": "
              + failure.message().replaceFirst("\\(conn=\\d+\\) ", ""));
    }
  }

  /** Start of the warm-up, on the clock. */
  long originNanos() {
    return originNanos;
  }

  /**
   * Time on the clock from which all workers work: in the first half of a closed loop's warm-up
   * only a few of many work, so that the code is compiled before the others start.
   */
  long allNanos() {
    return isScheduled() ? originNanos : originNanos + (measureFromNanos - originNanos) / 2;
  }

  long measureFromNanos() {
    return measureFromNanos;
  }

  /** End of the measurement, on the clock; the largest long when only the events end it. */
  long deadlineNanos() {
    return deadlineNanos;
  }

  LoadPlan plan() {
    return plan;
  }

  boolean stopped() {
    return aborted || stop.given();
  }

  boolean interrupted() {
    return stop.givenByUser();
  }

  boolean aborted() {
    return aborted;
  }

  void abort(String reason) {
    problem(reason);
    aborted = true;
  }

  void problem(String reason) {
    problems.addIfAbsent(reason);
  }

  /**
   * Looks at what a worker leaves, whose last operation was acknowledged; not where the user waits.
   *
   * @param held its connection; nothing where it borrows one for every operation
   */
  void ended(ConnectionSource source, @Nullable Connection held, Session session) {
    if (!interrupted()) {
      // Terminals have moved the session on to their next transaction.
      String spoiled = lastWrites.ended(source, held, terminals == null ? session : null);
      if (!spoiled.isEmpty()) {
        problem(spoiled);
      }
    }
  }

  /**
   * The part of the run, as {@link WorkerRecorder} numbers them, to which an operation belongs that
   * is intended for a time on the clock. Without a branch: the compiler would leave out the one
   * that the warm-up does not take, and the workers would run slow code when they begin to measure.
   */
  int partOf(long intendedNanos) {
    return (int) ((measureFromNanos - 1 - intendedNanos) >>> (Long.SIZE - 1));
  }

  void over(List<ConnectionSource> ofEndpoints) {
    sources = List.copyOf(ofEndpoints);
  }

  EventBudget budgetOf(ConnectionSource source) {
    return budgets.get(budgets.size() == 1 ? 0 : sources.indexOf(source));
  }

  /**
   * Returns true if an operation may begin; a measured one takes one of the events, if their number
   * is limited.
   */
  boolean mayBegin(long intendedNanos, EventBudget budget) {
    return intendedNanos < measureFromNanos || budget.take();
  }
}
