package io.github.bmt4j.load.run;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.load.Counter;
import io.github.bmt4j.load.Counts;
import io.github.bmt4j.load.Interval;
import io.github.bmt4j.load.KindShare;
import io.github.bmt4j.load.Latencies;
import io.github.bmt4j.load.run.Merge.Part;
import io.github.bmt4j.load.run.RunResult.IntervalResult;
import io.github.bmt4j.load.run.RunResult.KindInterval;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;

/**
 * Intervals of the run that began first, to which those of other runs are added by the middle of
 * each. Histograms are added bucket by bucket, so the sums are those of one histogram of all
 * operations.
 */
final class MergedIntervals {
  private final List<Part> parts;
  private final Times all = new Times();

  private static final class Times {
    final Latencies latencies = new Latencies();
    final Map<String, Histogram> kinds = new LinkedHashMap<>();

    void add(Histogram times) {
      switch (times.getTag()) {
        case IntervalFiles.RESPONSE -> latencies.response().add(times);
        case IntervalFiles.SERVICE -> latencies.service().add(times);
        case IntervalFiles.FAILED -> latencies.failed().add(times);
        case IntervalFiles.BORROW -> latencies.borrow().add(times);
        default -> tagged(times.getTag()).add(times);
      }
    }

    Histogram ofKind(String kind) {
      return tagged(IntervalFiles.tag(kind));
    }

    private Histogram tagged(String tag) {
      return kinds.computeIfAbsent(tag, one -> new Histogram(IntervalFiles.DIGITS));
    }
  }

  private static final class Tally {
    final Map<Counter, Long> counts = new EnumMap<>(Counter.class);

    Tally add(Counter counter, long count) {
      counts.merge(counter, count, Long::sum);
      return this;
    }

    Counts counts() {
      return Counts.from(counts);
    }
  }

  /**
   * Reads all histograms.
   *
   * @param parts the first of them began first
   * @throws BadInputException when histograms of a run are missing, or are not those of its counts
   */
  MergedIntervals(List<Part> parts) {
    this.parts = List.copyOf(parts);
    for (Part part : parts) {
      long before = all.latencies.response().getTotalCount();
      try (IntervalLog log = new IntervalLog(part.folder())) {
        int intervals = 0;
        for (List<Histogram> one = log.next(); !one.isEmpty(); one = log.next()) {
          one.forEach(all::add);
          intervals++;
        }
        if (intervals != part.run().intervals().size()
            || all.latencies.response().getTotalCount() - before
                != part.run().totals().transactions()) {
          throw new BadInputException(
              part.folder()
                  + ": "
                  + IntervalFiles.HISTOGRAMS
                  + " has other operations than its result");
        }
      }
    }
  }

  Latencies latencies() {
    return all.latencies;
  }

  Histogram ofKind(String kind) {
    return all.ofKind(kind);
  }

  /**
   * Gives the merged intervals, one at a time: their histograms are large.
   *
   * @param endSeconds of the merged run, and so of its last interval
   */
  void each(double endSeconds, Consumer<Interval> merged) {
    List<Cursor> cursors = new ArrayList<>();
    try {
      parts.forEach(part -> cursors.add(new Cursor(part)));
      List<IntervalResult> slots = parts.get(0).run().intervals();
      for (int i = 0; i < slots.size(); i++) {
        boolean last = i + 1 == slots.size();
        Slot slot = new Slot();
        double to = last ? endSeconds : slots.get(i).toSeconds();
        for (Cursor cursor : cursors) {
          cursor.move(last ? Double.POSITIVE_INFINITY : to, slot);
        }
        merged.accept(slot.interval(slots.get(i).fromSeconds(), to));
      }
    } finally {
      cursors.forEach(Cursor::close);
    }
  }

  private static final class Cursor implements AutoCloseable {
    private final Part part;
    private final IntervalLog log;
    private int next;

    Cursor(Part part) {
      this.part = part;
      this.log = new IntervalLog(part.folder());
    }

    /** Adds the intervals whose middle is before a moment to a merged one. */
    void move(double endSeconds, Slot slot) {
      List<IntervalResult> intervals = part.run().intervals();
      while (next < intervals.size()) {
        IntervalResult one = intervals.get(next);
        if (part.offsetSeconds() + (one.fromSeconds() + one.toSeconds()) / 2 >= endSeconds) {
          return;
        }
        slot.add(one, log.next());
        next++;
      }
    }

    @Override
    public void close() {
      log.close();
    }
  }

  private static final class Slot {
    private final Tally counts = new Tally();
    private final Map<String, Tally> kinds = new LinkedHashMap<>();
    private final Times times = new Times();
    private long backlog;

    void add(IntervalResult one, List<Histogram> logged) {
      double seconds = one.toSeconds() - one.fromSeconds();
      logged.forEach(times::add);
      counts
          .add(Counter.TRANSACTIONS, one.transactions())
          .add(Counter.READS, Math.round(one.readsPerSecond() * seconds))
          .add(Counter.WRITES, Math.round(one.writesPerSecond() * seconds))
          .add(Counter.OTHERS, Math.round(one.othersPerSecond() * seconds))
          .add(Counter.ERRORS, one.errors())
          .add(Counter.RECONNECTS, one.reconnects());
      backlog += one.backlog() == null ? 0 : one.backlog();
      for (KindInterval kind : one.kinds() == null ? List.<KindInterval>of() : one.kinds()) {
        kinds
            .computeIfAbsent(kind.kind(), name -> new Tally())
            .add(Counter.TRANSACTIONS, kind.transactions())
            .add(Counter.FAILED, kind.failed())
            .add(Counter.UNKNOWN, kind.unknown())
            .add(Counter.RETRIES, kind.retries())
            .add(Counter.ROLLBACKS, kind.rollbacks());
      }
    }

    Interval interval(double fromSeconds, double toSeconds) {
      counts.add(Counter.FAILED, times.latencies.failed().getTotalCount());
      return new Interval(
          Math.round(fromSeconds * 1e9),
          Math.round(toSeconds * 1e9),
          false,
          counts.counts(),
          times.latencies,
          kinds.entrySet().stream()
              .map(
                  kind ->
                      new KindShare(
                          kind.getKey(), kind.getValue().counts(), times.ofKind(kind.getKey())))
              .toList(),
          backlog,
          0,
          0,
          List.of());
    }
  }
}
