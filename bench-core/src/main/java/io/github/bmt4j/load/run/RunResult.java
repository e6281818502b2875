package io.github.bmt4j.load.run;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.github.bmt4j.clock.Percentiles;
import io.github.bmt4j.clock.Times;
import io.github.bmt4j.experiment.Check;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.Result;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.load.ClientReadings;
import io.github.bmt4j.load.Counter;
import io.github.bmt4j.load.Counts;
import io.github.bmt4j.load.Interval;
import io.github.bmt4j.load.KindMeasurement;
import io.github.bmt4j.load.ProcessorWatch;
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
 * @param fairness evenness of the work of the threads; absent if not recorded
 * @param statements figures of each statement of a transaction, if requested
 * @param kinds figures of each kind of transaction; absent if there is only one kind
 * @param shares shares that the workload's transactions must keep to; absent if it has none
 * @param figures figures of this workload alone; absent if it has none
 * @param rows rows of each statement of the user's own SQL; absent for a workload of bmt
 * @param endpoints figures of each endpoint, if a run had several
 * @param nodes lag of the nodes of its cluster; absent if none were observed
 * @param overTime figures over the time of a run of at least ten minutes; absent for a shorter one
 * @param serverSeries figures of the servers over time; absent if none were read
 * @param stages figures of each stage of the load (a constant rate is one); absent if it had none
 * @param connections connections beside those of the workers; absent without any
 * @param agents figures of each agent; absent if this process made the load
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
    @Nullable ConnectionFigures connections,
    @Nullable List<AgentFigures> agents)
    implements Result {
  public static final String KIND = "run";

  /** Successful transactions and statements a second. */
  public record Throughput(@Nullable Double tps, @Nullable Double qps) {}

  /**
   * Times of operations, in ms.
   *
   * @param response from the intended start to the end of operations that ended OK
   * @param service from the start to the end of operations that ended OK
   * @param waiting from the intended start to the start of operations that ended OK: the wait for a
   *     thread; absent in a closed loop, and in results from before 2026-11-23
   * @param failed from the intended start to the end of operations that did not end OK
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
   * @param waits successful waits, in ms; percentiles rank the timeouts as the slowest
   * @param timeouts borrows that ended without a connection
   */
  public record Borrows(Times waits, long timeouts) {}

  /**
   * Failed attempts of one kind.
   *
   * @param phase phase in which they failed
   * @param code vendor code; 0 when the driver gave none
   * @param message the driver's message of the first one
   */
  public record ErrorCount(
      String phase, int code, String sqlState, long count, long retried, String message) {}

  /**
   * Figures of a piece of the run.
   *
   * @param fromSeconds begin, since the start of the measurement
   * @param toSeconds end
   * @param backlog operations due but not begun at its end, in an open loop
   * @param percentileMs the scenario's percentile of the response time; absent when the sample does
   *     not support it
   * @param borrowPercentileMs the same percentile of the waits for a connection of the pool; absent
   *     without {@code --pool-size}
   * @param borrowMaxMs the longest of these waits
   * @param kinds figures by kind of transaction; absent if there is only one kind
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
      @Nullable List<KindInterval> kinds) {
    static IntervalResult of(Interval interval, double percentile, boolean scheduled) {
      Counts counts = interval.counts();
      double seconds = interval.seconds();
      var response = interval.latencies().response();
      var borrow = interval.latencies().borrow();
      boolean some = response.getTotalCount() > 0;
      return new IntervalResult(
          Rounding.elapsed(interval.fromNanos()),
          Rounding.elapsed(interval.toNanos()),
          counts.of(Counter.TRANSACTIONS),
          Rounding.rate(counts.of(Counter.TRANSACTIONS), seconds),
          Rounding.rate(counts.queries(), seconds),
          Rounding.rate(counts.of(Counter.READS), seconds),
          Rounding.rate(counts.of(Counter.WRITES), seconds),
          Rounding.rate(counts.of(Counter.OTHERS), seconds),
          counts.of(Counter.ERRORS),
          counts.of(Counter.RECONNECTS),
          scheduled ? (Long) interval.end().backlog() : null,
          some ? (Double) Percentiles.millis(response.getMean()) : null,
          Percentiles.percentile(response, counts.notOk(), percentile),
          some ? (Double) Percentiles.millis(response.getMaxValue()) : null,
          Percentiles.percentile(borrow, counts.of(Counter.UNBORROWED), percentile),
          borrow.getTotalCount() == 0 ? null : (Double) Percentiles.millis(borrow.getMaxValue()),
          interval.kinds().isEmpty()
              ? null
              : interval.kinds().stream()
                  .map(kind -> KindInterval.of(kind, seconds, percentile))
                  .toList());
    }
  }

  /** Figures of an interval for the transactions of one kind, named like the interval's own. */
  public record KindInterval(
      String kind,
      long transactions,
      double tps,
      @Nullable Double percentileMs,
      long failed,
      long unknown,
      long retries,
      long rollbacks) {
    private static KindInterval of(KindMeasurement share, double seconds, double percentile) {
      Counts counts = share.counts();
      long transactions = counts.of(Counter.TRANSACTIONS);
      return new KindInterval(
          share.kind(),
          transactions,
          Rounding.rate(transactions, seconds),
          Percentiles.percentile(share.response(), counts.notOk(), percentile),
          counts.of(Counter.FAILED),
          counts.of(Counter.UNKNOWN),
          counts.of(Counter.RETRIES),
          counts.of(Counter.ROLLBACKS));
    }
  }

  /**
   * The transactions of one kind.
   *
   * @param transactions transactions that ended OK
   * @param share of all transactions that began, 0 to 1; absent without any
   * @param queries statements that succeeded
   * @param failed transactions that were surely not applied
   * @param unknown transactions whose commit was lost with the connection
   * @param errors failed attempts, retried or not
   * @param retries retried attempts
   * @param rollbacks transactions that were rolled back on purpose, and ended OK
   * @param response times; percentiles rank transactions that did not end OK as the slowest
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
   * @param cpuUtilization used share of the processors that it may use, 0 to 1
   * @param maxHeapBytes largest heap in use at the end of an interval, garbage included
   * @param peakRssBytes largest resident memory at the end of an interval; absent if not known
   * @param stoodStillSeconds times of at least 0.2 s in which the client itself did not run; absent
   *     if there are none
   * @param runQueueShare of the time in which its threads wanted to run, the part for which they
   *     waited for a processor, 0 to 1; absent if the system does not report it
   * @param stealShare share of the same processors that the host gave to other machines, 0 to 1
   * @param othersShare share of the same processors that processes used which bmt did not start, 0
   *     to 1; absent if the server may be one of these
   */
  public record Client(
      double cpuSeconds,
      @Nullable Double cpuMicrosPerQuery,
      double gcPauseMs,
      @Nullable Double cpuUtilization,
      @Nullable Long maxHeapBytes,
      @Nullable Long peakRssBytes,
      @Nullable Double stoodStillSeconds,
      @Nullable Double runQueueShare,
      @Nullable Double stealShare,
      @Nullable Double othersShare) {
    /** Rounded; without others' share if they include a server of the load on this machine. */
    static Client of(ClientReadings readings, boolean serverHere) {
      double cpuNanos = readings.usage().cpuNanos();
      ProcessorWatch.Reading used = readings.processors();
      boolean seen = used != null && !(serverHere && used.started() <= 0);
      return new Client(
          Rounding.round(cpuNanos / 1e9, 1e3),
          readings.queries() == 0
              ? null
              : (Double) Rounding.round(cpuNanos / 1e3 / readings.queries(), 100),
          readings.usage().gcPauseMillis(),
          readings.nanos() <= 0
              ? null
              : Rounding.share(cpuNanos / readings.nanos() / readings.available()),
          readings.heapBytes(),
          readings.residentBytes(),
          Rounding.seconds(readings.stoodStillNanos()),
          used == null ? null : Rounding.share(used.waitedShare()),
          used == null ? null : Rounding.share(used.stolenShare()),
          used == null || !seen ? null : Rounding.share(used.othersShare()));
    }
  }

  /**
   * The server's counters against the client's.
   *
   * @param statements statements of the workload's kinds that the server counted (Com_select,
   *     Com_insert, …)
   * @param counted statements that the client counted, warm-up included
   * @param counters growth of each counter
   */
  public record ServerCounts(long statements, long counted, Map<String, Long> counters) {}

  /**
   * Evenness of the work of the threads. Deviations are those of the whole population.
   *
   * @param eventsMean successful operations of a thread
   * @param timeMeanSeconds sum of their response times: sysbench's execution time. More than the
   *     thread's own time if operations waited for their turn in an open loop
   */
  public record Fairness(
      double eventsMean, double eventsStddev, double timeMeanSeconds, double timeStddevSeconds) {}

  /**
   * One statement of a transaction, on any of its tables.
   *
   * @param statement its name, such as point-select
   * @param kind read, write or other
   * @param service from sending it to its answer, of successful executions
   */
  public record StatementTimes(String statement, String kind, Times service) {}

  /**
   * One endpoint of several.
   *
   * @param url without passwords
   * @param threads threads with connections there
   * @param server product and version of the server that answered there
   * @param elapsedSeconds from the start of the measurement to the end of its last operation, if it
   *     had its own number of operations and finished them; otherwise to the end of the run
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
    return Check.failed(checks().stream());
  }

  @Override
  public List<Check> checks() {
    return Threshold.checks(this);
  }

  @Override
  public boolean longEnough() {
    return totals.elapsedSeconds() >= BusyMachine.JUDGED_SECONDS;
  }

  public List<WorkloadFigure> ownFigures() {
    return figures == null ? List.of() : figures;
  }
}
