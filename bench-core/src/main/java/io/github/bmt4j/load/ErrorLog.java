package io.github.bmt4j.load;

import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.Failure;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Failed attempts of all workers, counted by vendor code and phase, in the user's own SQL also by
 * place. Off the hot path. Thread-safe.
 */
public final class ErrorLog {
  private final Map<Key, Entry> entries = new ConcurrentHashMap<>();

  /**
   * A kind of failure.
   *
   * @param place of the user's own SQL; empty elsewhere
   * @param count failed attempts
   * @param retried retried attempts among them
   * @param firstMessage the driver's message of the first one
   */
  public record Line(
      ErrorPhase phase,
      int code,
      String sqlState,
      String place,
      long count,
      long retried,
      String firstMessage) {}

  private record Key(ErrorPhase phase, int code, String sqlState, String place) {}

  private record Entry(AtomicLong count, AtomicLong retried, String firstMessage) {}

  void add(Failure failure, boolean retried) {
    Entry entry =
        entries.computeIfAbsent(
            new Key(failure.phase(), failure.code(), failure.sqlState(), failure.place()),
            key -> new Entry(new AtomicLong(), new AtomicLong(), failure.message()));
    entry.count().incrementAndGet();
    if (retried) {
      entry.retried().incrementAndGet();
    }
  }

  List<Line> lines() {
    return entries.entrySet().stream()
        .map(
            e ->
                new Line(
                    e.getKey().phase(),
                    e.getKey().code(),
                    e.getKey().sqlState(),
                    e.getKey().place(),
                    e.getValue().count().get(),
                    e.getValue().retried().get(),
                    e.getValue().firstMessage()))
        .sorted(Comparator.comparingLong(Line::count).reversed())
        .toList();
  }
}
