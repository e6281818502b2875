package io.github.bmt4j.ddl;

import io.github.bmt4j.load.Counts;
import io.github.bmt4j.load.Latencies;
import io.github.bmt4j.load.concurrent.ConcurrentFigures;
import io.github.bmt4j.load.concurrent.ConcurrentLoad.Window;
import io.github.bmt4j.load.concurrent.ConcurrentPhase;

/** A phase of the concurrent load of an ALTER: the sum of its windows. For one thread. */
final class LoadPhase {
  private final String name;
  private final Latencies latencies = new Latencies();
  private Counts counts = Counts.ZERO;
  private double seconds;

  LoadPhase(String name) {
    this.name = name;
  }

  void add(Window window) {
    latencies.add(window.latencies());
    counts = counts.plus(window.counts());
    seconds += window.seconds();
  }

  ConcurrentPhase figures() {
    return ConcurrentFigures.of(name, seconds, counts, latencies);
  }
}
