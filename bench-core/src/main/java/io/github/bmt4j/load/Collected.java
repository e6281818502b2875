package io.github.bmt4j.load;

import io.github.bmt4j.jdbc.RoundRobin;
import io.github.bmt4j.load.Measurement.EndpointMeasurement;
import io.github.bmt4j.load.Measurement.Gap;
import io.github.bmt4j.load.Measurement.StageMeasurement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * Figures collected from the workers, by endpoint and by kind of operation. An ended operation
 * comes from its worker's log with its counts and its times at once: even if collected late, both
 * are of the same operations. Used by one thread.
 */
final class Collected {
  private final List<Worker> workers;
  private final RoundRobin roundRobin;
  private final boolean scheduled;
  private final List<String> kindNames;
  private final List<Tally> endpoints;
  private final List<Tally> kinds;
  private final Gaps gaps;
  private final List<Gaps> gapsOfEndpoints;
  private final StageSums stages;
  private final long[] dueNanos;
  private final long[] endedOfWarmup = Counts.none();
  private Histogram warmup = new Histogram(3);
  private Counts warmupCut = Counts.ZERO;

  private static final class Tally {
    private final long[] ended = Counts.none();
    private final Latencies total = new Latencies();
    private Latencies latencies = new Latencies();
    private Counts counts = Counts.ZERO;

    Latencies until() {
      return new Latencies().plus(total);
    }

    Growth cut(Counts live) {
      Counts now = live.ended(ended);
      Growth growth = new Growth(now.minus(counts), latencies);
      total.add(latencies);
      counts = now;
      latencies = new Latencies();
      return growth;
    }
  }

  /**
   * Growth between two moments.
   *
   * @param counts of operations that ended then, and of other events that the workers counted
   *     meanwhile
   * @param latencies of the same operations
   * @param kinds the same by kind of operation, which add up to the counts; empty if there is only
   *     one kind, and in the warm-up
   */
  record Growth(Counts counts, Latencies latencies, List<KindMeasurement> kinds) {
    private Growth(Counts counts, Latencies latencies) {
      this(counts, latencies, List.of());
    }

    private Growth plus(Growth other) {
      return new Growth(counts.plus(other.counts), latencies.plus(other.latencies));
    }
  }

  Collected(RunState run, List<Worker> workers, RoundRobin roundRobin) {
    this.workers = workers;
    this.roundRobin = roundRobin;
    this.scheduled = run.isScheduled();
    this.kindNames = run.plan().kinds();
    this.endpoints = Stream.generate(Tally::new).limit(roundRobin.endpoints()).toList();
    this.kinds = kindNames.stream().map(kind -> new Tally()).toList();
    this.gaps = new Gaps(run);
    this.gapsOfEndpoints =
        endpoints.size() == 1
            ? List.of(gaps)
            : endpoints.stream().map(endpoint -> new Gaps(run)).toList();
    this.dueNanos = new long[workers.size()];
    this.stages = new StageSums(run);
  }

  void take(long untilNanos) {
    for (int i = 0; i < workers.size(); i++) {
      WorkerRecorder recorder = workers.get(i).recorder();
      OperationLog log = recorder.log();
      int endpoint = roundRobin.endpointOf(i);
      // Read before the log: an operation that ends meanwhile is seen twice instead of being
      // missed.
      long due = recorder.underWayNanos();
      while (log.next(untilNanos)) {
        due = log.intendedNanos() == due ? WorkerRecorder.NONE : due;
        add(log, endpoint);
      }
      recorder.drainBorrowsTo(endpoints.get(endpoint).latencies.borrow());
      dueNanos[i] = Math.min(due, log.nextIntendedNanos());
    }
  }

  private void add(OperationLog log, int endpoint) {
    if (log.isOperation()) {
      gaps.ended(log.intendedNanos(), log.endNanos(), log.isOk());
      if (endpoints.size() > 1) {
        gapsOfEndpoints.get(endpoint).ended(log.intendedNanos(), log.endNanos(), log.isOk());
      }
    }
    stages.add(log);
    if (log.part() == WorkerRecorder.WARMUP) {
      log.countTo(endedOfWarmup);
      if (log.isOk()) {
        warmup.recordValue(log.responseNanos());
      }
      return;
    }
    Tally tally = endpoints.get(endpoint);
    log.countTo(tally.ended);
    log.timeTo(tally.latencies, scheduled);
    if (!kinds.isEmpty()) {
      Tally kind = kinds.get(log.kind());
      log.countTo(kind.ended);
      if (log.isOk()) {
        kind.latencies.response().recordValue(log.responseNanos());
      }
    }
  }

  void look() {
    gaps.look(due(worker -> true));
    if (endpoints.size() > 1) {
      IntStream.range(0, endpoints.size())
          .forEach(
              at ->
                  gapsOfEndpoints.get(at).look(due(worker -> roundRobin.endpointOf(worker) == at)));
    }
  }

  private long due(IntPredicate which) {
    return IntStream.range(0, dueNanos.length)
        .filter(which)
        .mapToLong(worker -> dueNanos[worker])
        .min()
        .orElse(WorkerRecorder.NONE);
  }

  Growth measured() {
    Growth all =
        IntStream.range(0, endpoints.size())
            .mapToObj(endpoint -> endpoints.get(endpoint).cut(live(endpoint)))
            .reduce(Growth::plus)
            .orElseThrow();
    if (kinds.isEmpty()) {
      return all;
    }
    List<KindMeasurement> ofKinds =
        IntStream.range(0, kinds.size()).mapToObj(this::growthOfKind).toList();
    Counts counts = ofKinds.stream().map(KindMeasurement::counts).reduce(Counts.ZERO, Counts::plus);
    return new Growth(counts, all.latencies(), ofKinds);
  }

  private KindMeasurement growthOfKind(int kind) {
    Growth growth = kinds.get(kind).cut(sum(workers, recorder -> recorder.kindCounts(kind)));
    return new KindMeasurement(kindNames.get(kind), growth.counts(), growth.latencies().response());
  }

  private Counts live(int endpoint) {
    return sum(roundRobin.at(endpoint, workers), WorkerRecorder::measuredCounts);
  }

  Growth ofWarmup() {
    Counts now = warmupCounts();
    Latencies latencies = new Latencies();
    latencies.response().add(warmup);
    Growth growth = new Growth(now.minus(warmupCut), latencies);
    warmupCut = now;
    warmup = new Histogram(3);
    return growth;
  }

  private static Counts sum(List<Worker> workers, Function<WorkerRecorder, Counts> counts) {
    return workers.stream()
        .map(worker -> counts.apply(worker.recorder()))
        .reduce(Counts.ZERO, Counts::plus);
  }

  long measuredQueries() {
    return endpoints.stream().mapToLong(tally -> new Counts(tally.ended).queries()).sum();
  }

  Counts counts() {
    return (kinds.isEmpty() ? endpoints : kinds)
        .stream().map(tally -> tally.counts).reduce(Counts.ZERO, Counts::plus);
  }

  Latencies latencies() {
    Latencies all = new Latencies();
    endpoints.forEach(tally -> all.add(tally.total));
    return all;
  }

  Counts warmupCounts() {
    return sum(workers, WorkerRecorder::warmupCounts).ended(endedOfWarmup);
  }

  List<EndpointMeasurement> endpoints(long fromNanos, long endNanos, List<Standstill> standstills) {
    List<EndpointMeasurement> measured = new ArrayList<>();
    for (int endpoint = 0; endpoint < endpoints.size(); endpoint++) {
      List<Worker> its = roundRobin.at(endpoint, workers);
      Tally tally = endpoints.get(endpoint);
      measured.add(
          new EndpointMeasurement(
              its.size(),
              tally.counts,
              sum(its, WorkerRecorder::warmupCounts),
              tally.until(),
              gapsOfEndpoints.get(endpoint).until(endNanos, standstills),
              its.stream().mapToLong(Worker::lastPauseEndNanos).max().orElse(endNanos)
                  - fromNanos));
    }
    return measured;
  }

  List<Gap> gaps(long endNanos, List<Standstill> standstills) {
    return gaps.until(endNanos, standstills);
  }

  List<StageMeasurement> stages(long nanos) {
    return stages.until(nanos);
  }

  List<KindMeasurement> totalOfKinds() {
    return IntStream.range(0, kinds.size())
        .mapToObj(
            kind ->
                new KindMeasurement(
                    kindNames.get(kind),
                    kinds.get(kind).counts,
                    kinds.get(kind).until().response()))
        .toList();
  }
}
