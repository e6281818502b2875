package io.github.bmt4j.ddl;

import io.github.bmt4j.load.Counts;
import io.github.bmt4j.load.Latencies;
import io.github.bmt4j.load.run.Beside;
import io.github.bmt4j.load.run.BesideFigures;
import io.github.bmt4j.load.run.BesideLoad.Window;

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

  Beside figures() {
    return BesideFigures.of(name, seconds, counts, latencies);
  }
}
