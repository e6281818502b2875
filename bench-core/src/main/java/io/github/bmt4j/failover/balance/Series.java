package io.github.bmt4j.failover.balance;

import io.github.bmt4j.failover.balance.BalanceFigures.Slice;
import io.github.bmt4j.failover.figures.Millis;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Operations and connections of each server, second by second from the start. */
final class Series {
  private static final long SECOND_NANOS = 1_000_000_000;

  private Series() {}

  /**
   * The seconds.
   *
   * @param names by the identities of the servers, in the order in which they are shown
   */
  static List<Slice> slices(
      BalanceEvidence evidence, SpreadOperations operations, Map<String, String> names) {
    List<Slice> slices = new ArrayList<>();
    long end = evidence.endNanos();
    long to;
    for (long from = evidence.fromNanos(); from < end; from = to) {
      to = end - from < SECOND_NANOS * 3 / 2 ? end : from + SECOND_NANOS;
      Map<String, Long> counts = operations.counts(from, to);
      Map<String, Long> taken = new LinkedHashMap<>();
      names.forEach((identity, name) -> taken.put(name, counts.getOrDefault(identity, 0L)));
      slices.add(
          new Slice(
              Millis.of(from - evidence.fromNanos()),
              Millis.of(to - evidence.fromNanos()),
              taken,
              connections(evidence.connections(), names, from, to)));
    }
    return List.copyOf(slices);
  }

  private static Map<String, Integer> connections(
      Collection<ConnectionCount> samples, Map<String, String> names, long from, long to) {
    Map<String, ConnectionCount> latest = new LinkedHashMap<>();
    for (ConnectionCount sample : samples) {
      if (sample.atNanos() >= from && sample.atNanos() < to) {
        latest.merge(sample.server(), sample, (a, b) -> b.atNanos() >= a.atNanos() ? b : a);
      }
    }
    Map<String, Integer> connections = new LinkedHashMap<>();
    names.forEach(
        (identity, name) -> {
          ConnectionCount sample = latest.get(identity);
          if (sample != null) {
            connections.put(name, sample.connections());
          }
        });
    return connections;
  }
}
