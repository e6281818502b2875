package io.github.bmt4j.load;

import io.github.bmt4j.jdbc.RoundRobin;
import io.github.bmt4j.load.Measurement.EndpointShare;
import io.github.bmt4j.load.Measurement.Gap;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Times that were taken from the workers, kept by endpoint. Used by one thread. */
final class CollectedTimes {
  private final List<Worker> workers;
  private final RoundRobin roundRobin;
  private final List<Latencies> totals;
  private List<Latencies> measured;
  private Latencies warmup = new Latencies();

  /**
   * @param roundRobin of the workers over endpoints
   */
  CollectedTimes(List<Worker> workers, RoundRobin roundRobin) {
    this.workers = workers;
    this.roundRobin = roundRobin;
    this.totals = ofEndpoints();
    this.measured = ofEndpoints();
  }

  private List<Latencies> ofEndpoints() {
    return Stream.generate(Latencies::new).limit(roundRobin.endpoints()).toList();
  }

  /** Takes from the workers what waits with them, so that they have room for more. */
  void take() {
    for (int i = 0; i < workers.size(); i++) {
      WorkerRecorder recorder = workers.get(i).recorder();
      recorder.drainTo(measured.get(roundRobin.endpointOf(i)));
      recorder.drainWarmupTo(warmup.response());
    }
  }

  /** What was measured since the last call. */
  Latencies measured() {
    take();
    List<Latencies> shares = measured;
    measured = ofEndpoints();
    for (int endpoint = 0; endpoint < shares.size(); endpoint++) {
      totals.get(endpoint).add(shares.get(endpoint));
    }
    return sum(shares);
  }

  /** The same of the warm-up, which is in no total. */
  Latencies ofWarmup() {
    take();
    Latencies all = warmup;
    warmup = new Latencies();
    return all;
  }

  private static Latencies sum(List<Latencies> shares) {
    if (shares.size() == 1) {
      return shares.get(0);
    }
    Latencies all = new Latencies();
    shares.forEach(all::add);
    return all;
  }

  /** All that was measured. */
  Latencies total() {
    return sum(totals);
  }

  /** What the workers of each endpoint did, given its gaps. */
  List<EndpointShare> shares(List<List<Gap>> gaps) {
    List<EndpointShare> shares = new ArrayList<>();
    for (int endpoint = 0; endpoint < roundRobin.endpoints(); endpoint++) {
      Counts measured = Counts.ZERO;
      Counts warmup = Counts.ZERO;
      List<Worker> its = roundRobin.at(endpoint, workers);
      for (Worker worker : its) {
        measured = measured.plus(worker.recorder().measuredCounts());
        warmup = warmup.plus(worker.recorder().warmupCounts());
      }
      shares.add(
          new EndpointShare(
              its.size(), measured, warmup, totals.get(endpoint), gaps.get(endpoint)));
    }
    return shares;
  }
}
