package io.github.bmt4j.load;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.jdbc.ConnectionSource;
import io.github.bmt4j.outcome.Failure;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import io.github.bmt4j.workload.Session;
import java.sql.Connection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * State that the workers of a run share: its moments, its arrivals, and its end. Set up before the
 * workers start, except for volatile and atomic fields.
 *
 * <p>The coordinator writes the moments and the watch before it opens the gate at which all workers
 * wait.
 */
final class RunState {
  /** Longer than any pause before the next attempt. */
  private static final long LASTING_NANOS = 1_000_000_000;

  final Clock clock;
  final ErrorLog errors = new ErrorLog();
  final CopyOnWriteArrayList<Reason> problems = new CopyOnWriteArrayList<>();
  final @Nullable ArrivalQueue arrivals;
  final @Nullable TerminalQueue terminals;
  final LastWrites lastWrites = new LastWrites();
  private final LoadPlan plan;
  private final StopSignal stop;
  private final List<EventBudget> budgets;
  private final Stages stages;
  private final Portion portion;
  private List<ConnectionSource> sources = List.of();
  private volatile boolean aborted;
  private volatile @Nullable Reason hopeless;
  private volatile long hopelessNanos;
  private int workers;
  private long originNanos;
  private long measureFromNanos;
  private long deadlineNanos;
  private @Nullable ProgressWatch watch;

  RunState(LoadPlan plan, Clock clock, StopSignal stop) {
    this.plan = plan;
    this.clock = clock;
    this.stop = stop;
    List<Long> ofEndpoints = plan.pace().dealt().endpointEvents();
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
    this.stages = closed.stages().withWarmup(plan.times().warmup());
    this.portion = closed.portion();
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
    measureFromNanos = originNanos + plan.times().warmup().toNanos();
    deadlineNanos =
        plan.times().time().isZero()
            ? Long.MAX_VALUE
            : measureFromNanos + plan.times().time().toNanos();
    if (terminals != null) {
      terminals.begin(originNanos);
    }
  }

  int nextWorker() {
    return workers++;
  }

  /** Waits until a worker of a closed loop may begin; returns that moment, or the largest long. */
  long turn(int worker, long nowNanos) {
    if (stages.all().isEmpty()) {
      return nowNanos;
    }
    long turn = originNanos + stages.turn(portion.number(worker), nowNanos - originNanos);
    if (turn <= nowNanos) {
      return nowNanos;
    }
    clock.sleepUntil(Math.min(turn, deadlineNanos), this::stopped);
    return stopped() || turn >= deadlineNanos ? Long.MAX_VALUE : clock.nanoTime();
  }

  /** The pauses of a worker of a closed loop; absent without think time. */
  ThinkTime.@Nullable Pauses pauses(int worker) {
    ThinkTime think = plan.pace().think();
    return think == null ? null : think.pauses(plan.pace().seed(), portion.number(worker));
  }

  void watchedBy(ProgressWatch watching) {
    watch = watching;
  }

  void endsAfterLong(long nowNanos) {
    if (watch != null) {
      watch.endsAfterLong(nowNanos);
    }
  }

  /** Records a failed attempt; if retrying cannot help, ends a run that ever gives up. */
  void failed(Failure failure, boolean measured, boolean retried) {
    if (measured) {
      errors.add(failure, retried);
    }
    if (failure.permanent()) {
      String words =
          "retrying cannot fix error "
              + failure.code()
              + ": "
              + failure.message().replaceFirst("\\(conn=\\d+\\) ", "");
      if (plan.times().givesUp()) {
        abort(Code.OPERATIONS_FAILED.of("ended early, because " + words));
      } else {
        hopelessNanos = clock.nanoTime();
        hopeless =
            Code.OPERATIONS_FAILED.of("operations of the load failed until its end: " + words);
      }
    }
  }

  /** Has a problem if operations of a load that never gives up failed until its end. */
  void loadEnded(long nanos) {
    Reason last = hopeless;
    if (last != null && nanos - hopelessNanos < LASTING_NANOS) {
      problem(last);
    }
  }

  /** Start of the warm-up, on the clock. */
  long originNanos() {
    return originNanos;
  }

  /**
   * Time on the clock from which all workers work: of many workers, only a few work in the first
   * half of a closed loop's warm-up, so that the code is compiled before the others start.
   */
  long allNanos() {
    return isScheduled() ? originNanos : originNanos + (measureFromNanos - originNanos) / 2;
  }

  long measureFromNanos() {
    return measureFromNanos;
  }

  /**
   * End of the measurement, on the clock; the largest long if only the number of operations ends
   * it.
   */
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

  void abort(Reason reason) {
    problem(reason);
    aborted = true;
  }

  void problem(Reason reason) {
    problems.addIfAbsent(reason);
  }

  /**
   * Examines the end of a worker whose last operation was acknowledged, unless the user waits.
   *
   * @param held its connection; absent if it borrows one for every operation
   */
  void ended(ConnectionSource source, @Nullable Connection held, Session session) {
    if (!interrupted()) {
      // Terminals have moved the session on to their next transaction.
      String spoiled = lastWrites.ended(source, held, terminals == null ? session : null);
      if (!spoiled.isEmpty()) {
        problem(Code.WRITES_MISSING.of(spoiled));
      }
    }
  }

  /**
   * The part of the run, as {@link WorkerRecorder} numbers them, of an operation with this intended
   * time. Without a branch: the compiler would leave out a path that the warm-up does not take, and
   * workers would run slow code when the measurement begins.
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
   * Returns true if an operation may begin; a measured one is deducted from the budget, if it is
   * limited.
   */
  boolean mayBegin(long intendedNanos, EventBudget budget) {
    return intendedNanos < measureFromNanos || budget.take();
  }
}
