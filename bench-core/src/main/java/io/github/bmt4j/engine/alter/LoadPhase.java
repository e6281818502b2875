package io.github.bmt4j.engine.alter;

import io.github.bmt4j.analysis.BesideFigures;
import io.github.bmt4j.engine.beside.BesideLoad.Window;
import io.github.bmt4j.measure.Counts;
import io.github.bmt4j.measure.Latencies;
import io.github.bmt4j.result.Beside;

/** A phase of the load beside an ALTER: the sum of its windows. For one thread. */
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
