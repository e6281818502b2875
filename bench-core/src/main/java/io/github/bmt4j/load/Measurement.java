package io.github.bmt4j.load;

import io.github.bmt4j.report.Reason;
import io.github.bmt4j.workload.Stopwatch;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Measurements of a run.
 *
 * @param counts of measured operations
 * @param warmup counts of the warm-up
 * @param latencies of measured operations
 * @param elapsedNanos from the start of the measurement to the end of the last measured operation
 *     and the pause after it
 * @param queue arrivals that waited for a worker
 * @param disturbances times in which it was disturbed
 * @param ending how it ended
 * @param errors failed attempts of measured operations by code and phase
 * @param parts the same by part of the load
 * @param connections connections beside those of the workers; absent without any
 */
public record Measurement(
    Counts counts,
    Counts warmup,
    Latencies latencies,
    long elapsedNanos,
    Queue queue,
    Disturbances disturbances,
    Ending ending,
    List<ErrorLog.Line> errors,
    Parts parts,
    @Nullable ConnectionMeasurement connections) {
  public Measurement {
    errors = List.copyOf(errors);
  }

  /** This measurement with the connections beside those of the workers. */
  public Measurement with(ConnectionMeasurement others) {
    return new Measurement(
        counts,
        warmup,
        latencies,
        elapsedNanos,
        queue,
        disturbances,
        ending,
        errors,
        parts,
        others);
  }

  /** Counts of the new connections, those of the warm-up too. */
  public Counts connects() {
    Measurement connects = connections == null ? null : connections.connects();
    return connects == null ? Counts.ZERO : connects.counts.plus(connects.warmup);
  }

  /**
   * Arrivals of a load.
   *
   * @param arrivals arrivals due in the measurement; 0 in a closed loop
   * @param unserved those that were never begun
   * @param maxBacklog most arrivals that were due and not begun, looked at 20 times a second
   */
  public record Queue(long arrivals, long unserved, long maxBacklog) {}

  /**
   * Times in which a measurement was disturbed.
   *
   * @param warmupOverrunNanos time by which operations of the warm-up ran into the measurement
   * @param stoodStillNanos time in which the client itself did not run, for at least 0.2 s each
   *     time
   * @param gaps times of at least 0.2 s in which no operation succeeded although some were under
   *     way or due
   */
  public record Disturbances(long warmupOverrunNanos, long stoodStillNanos, List<Gap> gaps) {
    public Disturbances {
      gaps = List.copyOf(gaps);
    }
  }

  /**
   * The end of a measurement.
   *
   * @param stuck operations that had not ended when the run was given up
   * @param interrupted true if the user ended it before its time
   * @param problems problems that ended or spoiled it, in words
   */
  public record Ending(int stuck, boolean interrupted, List<Reason> problems) {
    public Ending {
      problems = List.copyOf(problems);
    }
  }

  /**
   * Measurements of parts of a load.
   *
   * @param endpoints of each endpoint, in their order; one for all where there is but one
   * @param kinds of each kind of operation; empty where all are of one kind
   * @param workers of each worker
   * @param statements times by statement; empty where they were not asked for
   * @param shareCounts measured operations' counts for each of the workload's shares
   * @param stages of each stage of the load; a constant rate is one; empty where it has none
   */
  public record Parts(
      List<EndpointMeasurement> endpoints,
      List<KindMeasurement> kinds,
      List<WorkerMeasurement> workers,
      List<StatementLatencies> statements,
      List<ShareCount> shareCounts,
      List<StageMeasurement> stages) {
    public Parts {
      endpoints = List.copyOf(endpoints);
      kinds = List.copyOf(kinds);
      workers = List.copyOf(workers);
      statements = List.copyOf(statements);
      shareCounts = List.copyOf(shareCounts);
      stages = List.copyOf(stages);
    }
  }

  /** Operations that were due and have no time: failed, unknown, stuck or never begun. */
  public long withoutTime() {
    return counts.notOk() + queue.unserved + ending.stuck;
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
  public record WorkerMeasurement(long transactions, long responseNanos) {}

  /**
   * Measurements by the workers of one endpoint.
   *
   * @param workers number of workers
   * @param counts of measured operations
   * @param warmup counts of the warm-up
   * @param latencies of measured operations
   * @param gaps times of at least 0.2 s in which none of its operations under way succeeded
   * @param lastEndNanos end of its last operation and the pause after it, since the start of the
   *     measurement
   */
  public record EndpointMeasurement(
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
  public record StageMeasurement(
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
