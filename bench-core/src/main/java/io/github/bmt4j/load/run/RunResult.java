package io.github.bmt4j.load.run;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.github.bmt4j.clock.Times;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.Result;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.load.nodes.NodeFigures;
import io.github.bmt4j.sampling.ServerSeries;
import io.github.bmt4j.workload.StatementRows;
import io.github.bmt4j.workload.WorkloadFigure;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of a run, as stored in {@code result.json}. Times are in ms unless the name says
 * otherwise, rates in 1/s. What was not observed is absent.
 *
 * @param startedAt start of the measurement
 * @param server growth of the server's own counters over warm-up and measurement
 * @param fairness evenness of the work of the threads; absent where it was not recorded
 * @param statements figures of each statement of a transaction, where they were asked for
 * @param kinds figures of each kind of transaction; absent where all are of one kind
 * @param shares shares that the workload's transactions must keep to; absent where it has none
 * @param figures of this workload alone; absent where it has none
 * @param rows rows of each statement of the user's own SQL; absent for a workload of bmt
 * @param endpoints figures of each endpoint, where a run had several
 * @param nodes lag of the nodes of its cluster; absent where none were observed
 * @param overTime figures over the time of a run of at least ten minutes; absent for a shorter one
 * @param serverSeries figures of the servers over time; absent where none were read
 * @param stages figures of each stage of the load; a constant rate over a given time is one; absent
 *     where it had none
 * @param agents figures of each agent; absent where this process made the load
 */
@JsonIgnoreProperties(
    value = {"schema", "kind", "failedChecks"},
    allowGetters = true)
public record RunResult(
    String id,
    Instant startedAt,
    Verdict verdict,
    List<String> warnings,
    RunScenario scenario,
    Environment environment,
    Totals totals,
    Throughput throughput,
    Latency latency,
    List<ErrorCount> errorsByCode,
    List<IntervalResult> intervals,
    Client client,
    @Nullable ServerCounts server,
    @Nullable Fairness fairness,
    @Nullable List<StatementTimes> statements,
    @Nullable List<KindFigures> kinds,
    @Nullable List<ShareFigures> shares,
    @Nullable List<WorkloadFigure> figures,
    @Nullable List<StatementRows> rows,
    @Nullable List<EndpointFigures> endpoints,
    @Nullable NodeFigures nodes,
    @Nullable OverTime overTime,
    @Nullable ServerSeries serverSeries,
    @Nullable List<StageFigures> stages,
    @Nullable List<AgentFigures> agents)
    implements Result {
  public static final String KIND = "run";

  /**
   * Counts of the measurement.
   *
   * @param transactions operations that ended OK
   * @param queries statements that succeeded: reads + writes + others
   * @param errors failed attempts, retried or not
   * @param retries attempts made again
   * @param failed operations that were surely not applied
   * @param unknown operations whose commit was lost with the connection
   * @param arrivals operations that were due, in an open loop or at terminals
   * @param unserved of them, those that never began
   * @param maxBacklog most operations due and not begun (with agents, the sum of each agent's most,
   *     which may have been at different moments), looked at 20 times a second, in an open loop or
   *     at terminals
   * @param stuck operations that had not ended when the run was given up
   * @param reconnects connections that replaced a lost one
   * @param withoutSuccessSeconds times of at least 0.2 s, and of ten usual operations, in which no
   *     operation succeeded although some were under way or due; absent without any
   * @param elapsedSeconds from the start of the measurement to the end of its last operation
   */
  public record Totals(
      long transactions,
      long queries,
      long reads,
      long writes,
      long others,
      long errors,
      long retries,
      long failed,
      long unknown,
      @Nullable Long arrivals,
      long unserved,
      @Nullable Long maxBacklog,
      long stuck,
      long reconnects,
      @Nullable Double withoutSuccessSeconds,
      double elapsedSeconds) {
    public long withoutTime() {
      return failed + unknown + unserved + stuck;
    }
  }

  /** Successful transactions and statements a second. */
  public record Throughput(@Nullable Double tps, @Nullable Double qps) {}

  /**
   * Times of operations, in ms.
   *
   * @param response from the intended start to the end of operations that ended OK
   * @param service from the start to the end of operations that ended OK
   * @param waiting from the intended start to the start of operations that ended OK: for a thread,
   *     and so for its connection; absent in a closed loop, and in results from before 2026-11-23
   * @param failed from the intended start to the end of those that did not
   * @param borrow waits for a connection of the pool; absent without {@code --pool-size}
   */
  public record Latency(
      Times response,
      Times service,
      @Nullable Times waiting,
      @Nullable Times failed,
      @Nullable Borrows borrow) {}

  /**
   * Waits of operations for a connection of the pool.
   *
   * @param waits of those that got one, in ms; percentiles rank the timeouts as the slowest
   * @param timeouts borrows that ended without a connection
   */
  public record Borrows(Times waits, long timeouts) {}

  /**
   * Failed attempts of one kind.
   *
   * @param phase phase in which they failed
   * @param code vendor code; 0 when the driver gave none
   * @param message the driver's words the first time
   */
  public record ErrorCount(
      String phase, int code, String sqlState, long count, long retried, String message) {}

  /**
   * Figures of a piece of the run.
   *
   * @param fromSeconds begin, since the start of the measurement
   * @param toSeconds end
   * @param backlog operations due and not begun at its end, in an open loop
   * @param percentileMs the scenario's percentile of the response time; absent when the sample does
   *     not support it
   * @param borrowPercentileMs the same percentile of the waits for a connection of the pool; absent
   *     without {@code --pool-size}
   * @param borrowMaxMs the longest of them
   * @param kinds the same by kind of transaction; absent where all are of one kind
   */
  public record IntervalResult(
      double fromSeconds,
      double toSeconds,
      long transactions,
      double tps,
      double qps,
      double readsPerSecond,
      double writesPerSecond,
      double othersPerSecond,
      long errors,
      long reconnects,
      @Nullable Long backlog,
      @Nullable Double meanMs,
      @Nullable Double percentileMs,
      @Nullable Double maxMs,
      @Nullable Double borrowPercentileMs,
      @Nullable Double borrowMaxMs,
      @Nullable List<KindInterval> kinds) {}

  /**
   * Figures of an interval for the transactions of one kind; the names are those of its figures.
   */
  public record KindInterval(
      String kind,
      long transactions,
      double tps,
      @Nullable Double percentileMs,
      long failed,
      long unknown,
      long retries,
      long rollbacks) {}

  /**
   * The transactions of one kind.
   *
   * @param transactions transactions that ended OK
   * @param share of all transactions that began, 0 to 1; absent without any
   * @param queries statements that succeeded
   * @param failed transactions that were surely not applied
   * @param unknown transactions whose commit was lost with the connection
   * @param errors failed attempts, retried or not
   * @param retries attempts made again
   * @param rollbacks transactions that were rolled back on purpose, and ended OK
   * @param response times; percentiles rank those that did not end OK as the slowest
   */
  public record KindFigures(
      String kind,
      long transactions,
      @Nullable Double share,
      @Nullable Double tps,
      long queries,
      long failed,
      long unknown,
      long errors,
      long retries,
      long rollbacks,
      Times response) {}

  /**
   * Resources that the client process used from the end of the warm-up to the end of the last
   * operation.
   *
   * @param cpuMicrosPerQuery processor time a measured statement
   * @param cpuUtilization share of the processors that it may use, 0 to 1
   * @param maxHeapBytes largest heap in use at the end of an interval, garbage included
   * @param peakRssBytes largest part of the machine's memory that the process held at the end of an
   *     interval; absent where the system does not tell
   * @param stoodStillSeconds times of at least 0.2 s in which the client itself did not run; absent
   *     without any
   * @param runQueueShare of the time in which its threads wanted to run, the part that they waited
   *     for a processor, 0 to 1; absent where the system does not tell
   * @param stealShare share of the same processors that the host gave to other machines, 0 to 1
   * @param othersShare share of the same processors that processes used which bmt did not start, 0
   *     to 1; absent where the server may be one of them
   */
  record Client(
      double cpuSeconds,
      @Nullable Double cpuMicrosPerQuery,
      double gcPauseMs,
      @Nullable Double cpuUtilization,
      @Nullable Long maxHeapBytes,
      @Nullable Long peakRssBytes,
      @Nullable Double stoodStillSeconds,
      @Nullable Double runQueueShare,
      @Nullable Double stealShare,
      @Nullable Double othersShare) {}

  /**
   * The server's counters against ours.
   *
   * @param statements statements of the workload's kinds that the server counted (Com_select,
   *     Com_insert, …)
   * @param counted statements that we counted, warm-up included
   * @param counters growth of each counter
   */
  public record ServerCounts(long statements, long counted, Map<String, Long> counters) {}

  /**
   * Evenness of the work of the threads. Deviations are those of the whole population.
   *
   * @param eventsMean operations of a thread that ended OK
   * @param timeMeanSeconds their response times added up: sysbench's execution time. More than the
   *     thread's own time where they waited for their turn in an open loop
   */
  public record Fairness(
      double eventsMean, double eventsStddev, double timeMeanSeconds, double timeStddevSeconds) {}

  /**
   * One statement of a transaction, whatever table it is on.
   *
   * @param statement its name, such as point-select
   * @param kind read, write or other
   * @param service from sending it to its answer, of those that succeeded
   */
  public record StatementTimes(String statement, String kind, Times service) {}

  /**
   * One endpoint of several.
   *
   * @param url without passwords
   * @param threads threads that have their connections there
   * @param server product and version of the server that answered there
   * @param elapsedSeconds from the start of the measurement to the end of its last operation, where
   *     it had a number of operations of its own and did them all; otherwise it ended with the run
   */
  public record EndpointFigures(
      String url,
      int threads,
      String server,
      long transactions,
      long queries,
      long errors,
      long reconnects,
      @Nullable Double elapsedSeconds,
      @Nullable Double tps,
      @Nullable Double qps,
      Times response) {}

  @Override
  @JsonProperty
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  public List<String> failedChecks() {
    return Threshold.stored(scenario).stream().flatMap(one -> one.broken(this).stream()).toList();
  }

  @Override
  public boolean longEnough() {
    return totals.elapsedSeconds() >= BusyMachine.JUDGED_SECONDS;
  }

  List<WorkloadFigure> ownFigures() {
    return figures == null ? List.of() : figures;
  }

  @Override
  public String kind() {
    return KIND;
  }
}
