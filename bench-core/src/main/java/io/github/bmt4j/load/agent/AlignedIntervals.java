package io.github.bmt4j.load.agent;

import io.github.bmt4j.load.Counter;
import io.github.bmt4j.load.Interval;
import io.github.bmt4j.load.Merged;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Intervals of several processes, merged. All are on one clock and one grid; if a process ends an
 * interval late, or leaves one out, the merged interval lasts until all end together. Used by one
 * thread.
 */
final class AlignedIntervals {
  private final List<Part> parts;
  private final long toleranceNanos;
  private @Nullable Long fromNanos;

  private static final class Part {
    final Deque<Interval> pending = new ArrayDeque<>();
    final List<Double> rates = new ArrayList<>();
    @Nullable Interval last;
    boolean over;

    Optional<Long> endFrom(long nanos) {
      return pending.stream().map(Interval::toNanos).filter(end -> end >= nanos).findFirst();
    }

    List<Interval> take(long untilNanos) {
      List<Interval> taken = new ArrayList<>();
      while (!pending.isEmpty() && pending.element().toNanos() <= untilNanos) {
        last = pending.remove();
        taken.add(last);
      }
      return taken;
    }
  }

  /**
   * @param intervalNanos usual length; ends that differ by less than a quarter of it count as equal
   */
  AlignedIntervals(int processes, long intervalNanos) {
    parts = Stream.generate(Part::new).limit(processes).toList();
    toleranceNanos = intervalNanos / 4;
  }

  /**
   * Adds an interval of a process.
   *
   * @return memory of its intervals that wait for other processes
   */
  long add(int process, Interval interval) {
    Deque<Interval> pending = parts.get(process).pending;
    pending.add(interval);
    return pending.stream().mapToLong(Interval::bytes).sum();
  }

  void end(int process) {
    parts.get(process).over = true;
  }

  Optional<Interval> next() {
    if (parts.stream().allMatch(part -> part.pending.isEmpty())) {
      return Optional.empty();
    }
    long end = Long.MIN_VALUE;
    long found = Long.MIN_VALUE;
    do {
      end = found;
      for (Part part : parts) {
        Optional<Long> its = part.endFrom(end - (end == Long.MIN_VALUE ? 0 : toleranceNanos));
        if (its.isEmpty() && !part.over) {
          return Optional.empty();
        }
        found = Math.max(found, its.orElse(found));
      }
    } while (found > end + (end == Long.MIN_VALUE ? 0 : toleranceNanos));
    return Optional.of(take(found + toleranceNanos));
  }

  private Interval take(long untilNanos) {
    List<List<Interval>> taken = parts.stream().map(part -> part.take(untilNanos)).toList();
    List<Interval> all = taken.stream().flatMap(List::stream).toList();
    long begin = all.stream().mapToLong(Interval::fromNanos).min().orElseThrow();
    Interval merged =
        Merged.interval(
            fromNanos == null ? begin : fromNanos,
            all,
            taken.stream()
                .filter(its -> !its.isEmpty())
                .map(its -> its.get(its.size() - 1))
                .toList(),
            parts.stream().flatMap(part -> Stream.ofNullable(part.last)).toList());
    fromNanos = merged.toNanos();
    if (!merged.warmup()) {
      for (int i = 0; i < parts.size(); i++) {
        long transactions =
            taken.get(i).stream().mapToLong(one -> one.counts().of(Counter.TRANSACTIONS)).sum();
        parts.get(i).rates.add(Math.round(10 * transactions / merged.seconds()) / 10.0);
      }
    }
    return merged;
  }

  List<Double> rates(int process) {
    return List.copyOf(parts.get(process).rates);
  }
}
