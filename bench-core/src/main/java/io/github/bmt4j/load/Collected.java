package io.github.bmt4j.load;

import io.github.bmt4j.jdbc.RoundRobin;
import io.github.bmt4j.load.Measurement.EndpointShare;
import io.github.bmt4j.load.Measurement.Gap;
import io.github.bmt4j.load.Measurement.StageShare;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * Figures collected from the workers, by endpoint and by kind of operation. An operation that has
 * ended comes from its worker's log with its counts and its times at once: however late that is,
 * both are of the same operations. Used by one thread.
 */
final class Collected {
  private final List<Worker> workers;
  private final RoundRobin roundRobin;
  private final boolean scheduled;
  private final List<String> kindNames;
  private final List<Share> endpoints;
  private final List<Share> kinds;
  private final Gaps gaps;
  private final List<Gaps> gapsOfEndpoints;
  private final StageShares stages;
  private final long[] dueNanos;
  private final long[] endedOfWarmup = Counts.none();
  private Histogram warmup = new Histogram(3);
  private Counts warmupCut = Counts.ZERO;

  private static final class Share {
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
   * @param counts of operations that ended then, and what the workers counted meanwhile of others
   * @param latencies of the same operations
   * @param kinds the same by kind of operation, which add up to the counts; none where all are of
   *     one, and in the warm-up
   */
  record Growth(Counts counts, Latencies latencies, List<KindShare> kinds) {
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
    this.endpoints = Stream.generate(Share::new).limit(roundRobin.endpoints()).toList();
    this.kinds = kindNames.stream().map(kind -> new Share()).toList();
    this.gaps = new Gaps(run);
    this.gapsOfEndpoints =
        endpoints.size() == 1
            ? List.of(gaps)
            : endpoints.stream().map(endpoint -> new Gaps(run)).toList();
    this.dueNanos = new long[workers.size()];
    this.stages = new StageShares(run);
  }

  void take(long untilNanos) {
    for (int i = 0; i < workers.size(); i++) {
      WorkerRecorder recorder = workers.get(i).recorder();
      OperationLog log = recorder.log();
      int endpoint = roundRobin.endpointOf(i);
      // Before the log: an operation that ends meanwhile is seen twice, and not missed.
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
    Share share = endpoints.get(endpoint);
    log.countTo(share.ended);
    log.timeTo(share.latencies, scheduled);
    if (!kinds.isEmpty()) {
      Share kind = kinds.get(log.kind());
      log.countTo(kind.ended);
      if (log.isOk()) {
        kind.latencies.response().recordValue(log.responseNanos());
      }
    }
  }

  void look() {
    gaps.look(due(worker -> true));
    if (endpoints.size() > 1) {
      for (int i = 0; i < endpoints.size(); i++) {
        int endpoint = i;
        gapsOfEndpoints.get(i).look(due(worker -> roundRobin.endpointOf(worker) == endpoint));
      }
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
    List<KindShare> ofKinds = new ArrayList<>();
    Counts counts = Counts.ZERO;
    for (int kind = 0; kind < kinds.size(); kind++) {
      int number = kind;
      Growth growth = kinds.get(kind).cut(sum(workers, recorder -> recorder.kindCounts(number)));
      ofKinds.add(
          new KindShare(kindNames.get(kind), growth.counts(), growth.latencies().response()));
      counts = counts.plus(growth.counts());
    }
    return new Growth(counts, all.latencies(), ofKinds);
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
    return endpoints.stream().mapToLong(share -> new Counts(share.ended).queries()).sum();
  }

  Counts counts() {
    return (kinds.isEmpty() ? endpoints : kinds)
        .stream().map(share -> share.counts).reduce(Counts.ZERO, Counts::plus);
  }

  Latencies latencies() {
    Latencies all = new Latencies();
    endpoints.forEach(share -> all.add(share.total));
    return all;
  }

  Counts warmupCounts() {
    return sum(workers, WorkerRecorder::warmupCounts).ended(endedOfWarmup);
  }

  List<EndpointShare> shares(long fromNanos, long endNanos, List<Standstill> standstills) {
    List<EndpointShare> shares = new ArrayList<>();
    for (int endpoint = 0; endpoint < endpoints.size(); endpoint++) {
      List<Worker> its = roundRobin.at(endpoint, workers);
      Share share = endpoints.get(endpoint);
      shares.add(
          new EndpointShare(
              its.size(),
              share.counts,
              sum(its, WorkerRecorder::warmupCounts),
              share.until(),
              gapsOfEndpoints.get(endpoint).until(endNanos, standstills),
              its.stream().mapToLong(Worker::lastEndNanos).max().orElse(endNanos) - fromNanos));
    }
    return shares;
  }

  List<Gap> gaps(long endNanos, List<Standstill> standstills) {
    return gaps.until(endNanos, standstills);
  }

  List<StageShare> stages(long nanos) {
    return stages.until(nanos);
  }

  List<KindShare> totalOfKinds() {
    return IntStream.range(0, kinds.size())
        .mapToObj(
            kind ->
                new KindShare(
                    kindNames.get(kind),
                    kinds.get(kind).counts,
                    kinds.get(kind).until().response()))
        .toList();
  }
}
