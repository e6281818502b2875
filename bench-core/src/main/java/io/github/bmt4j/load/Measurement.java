package io.github.bmt4j.load;

import io.github.bmt4j.workload.Stopwatch;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * Measurements of a run.
 *
 * @param counts of measured operations
 * @param warmup counts of the warm-up
 * @param latencies of measured operations
 * @param elapsedNanos from the start of the measurement to the end of the last measured operation
 * @param arrivals arrivals due in the measurement; 0 in a closed loop
 * @param unserved those that were never begun
 * @param maxBacklog most arrivals that were due and not begun, looked at 20 times a second
 * @param warmupOverrunNanos time by which operations of the warm-up ran into the measurement
 * @param stoodStillNanos time in which the client itself did not run, for at least 0.2 s each time
 * @param gaps times of at least 0.2 s in which no operation succeeded although some were under way
 *     or due
 * @param stuck operations that had not ended when the run was given up
 * @param interrupted true if the user ended it before its time
 * @param problems problems that ended or spoiled it, in words
 * @param errors failed attempts of measured operations by code and phase
 * @param shares of each endpoint, in their order; one for all where there is but one
 * @param kinds of each kind of operation; empty where all are of one kind
 * @param workers share of each worker
 * @param statements times by statement; empty where they were not asked for
 * @param shareCounts measured operations' counts for each of the workload's shares
 * @param stages of each stage of the load; a constant rate is one; empty where it has none
 */
public record Measurement(
    Counts counts,
    Counts warmup,
    Latencies latencies,
    long elapsedNanos,
    long arrivals,
    long unserved,
    long maxBacklog,
    long warmupOverrunNanos,
    long stoodStillNanos,
    List<Gap> gaps,
    int stuck,
    boolean interrupted,
    List<String> problems,
    List<ErrorLog.Line> errors,
    List<EndpointShare> shares,
    List<KindShare> kinds,
    List<WorkerShare> workers,
    List<StatementLatencies> statements,
    List<ShareCount> shareCounts,
    List<StageShare> stages) {
  public Measurement {
    gaps = List.copyOf(gaps);
    problems = List.copyOf(problems);
    errors = List.copyOf(errors);
    shares = List.copyOf(shares);
    kinds = List.copyOf(kinds);
    workers = List.copyOf(workers);
    statements = List.copyOf(statements);
    shareCounts = List.copyOf(shareCounts);
    stages = List.copyOf(stages);
  }

  /** Operations that were due and have no time: failed, unknown, stuck or never begun. */
  public long withoutTime() {
    return counts.notOk() + unserved + stuck;
  }

  /**
   * A time without any success.
   *
   * @param fromNanos its begin, since the start of the measurement
   * @param nanos its length
   * @param failed true if an operation failed in it, or just before
   */
  public record Gap(long fromNanos, long nanos, boolean failed) {}

  /** Operations of a worker that ended OK, and their response times, added up. */
  public record WorkerShare(long transactions, long responseNanos) {}

  /**
   * Measurements by the workers of one endpoint.
   *
   * @param workers number of workers
   * @param counts of measured operations
   * @param warmup counts of the warm-up
   * @param latencies of measured operations
   * @param gaps times of at least 0.2 s in which none of its operations under way succeeded
   * @param lastEndNanos end of its last operation, since the start of the measurement
   */
  public record EndpointShare(
      int workers,
      Counts counts,
      Counts warmup,
      Latencies latencies,
      List<Gap> gaps,
      long lastEndNanos) {}

  /** Hits, and cases among which they are counted, for one of a workload's shares. */
  public record ShareCount(long hits, long trials) {
    static final ShareCount ZERO = new ShareCount(0, 0);

    ShareCount plus(ShareCount other) {
      return new ShareCount(hits + other.hits, trials + other.trials);
    }
  }

  /**
   * The measurement of one stage of the load. Counts and times are those of operations that were
   * due in it, whenever they ended.
   *
   * @param due arrivals; 0 in a closed loop
   * @param dueLate those of its second half
   * @param ended operations that ended OK in it, whenever they were due
   * @param growth operations due and not ended, those of the warm-up too: how many more there were
   *     at its end than at its start
   * @param growthLate number beyond that in its middle
   */
  public record StageShare(
      Stage stage,
      long due,
      long dueLate,
      long ended,
      long growth,
      long growthLate,
      Counts counts,
      Latencies latencies) {}

  /**
   * Times of one statement of a transaction, in ns, with 3 significant digits.
   *
   * @param statement its name
   * @param service from sending it to its answer, of those that succeeded
   */
  public record StatementLatencies(String statement, Stopwatch.Kind kind, Histogram service) {
    StatementLatencies(String statement, Stopwatch.Kind kind) {
      this(statement, kind, new Histogram(3));
    }
  }
}
