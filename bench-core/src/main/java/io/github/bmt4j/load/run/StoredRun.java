package io.github.bmt4j.load.run;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.load.Counter;
import io.github.bmt4j.load.Counts;
import io.github.bmt4j.load.ErrorLog;
import io.github.bmt4j.load.Interval;
import io.github.bmt4j.load.KindShare;
import io.github.bmt4j.load.Latencies;
import io.github.bmt4j.load.Measurement;
import io.github.bmt4j.load.Measurement.ShareCount;
import io.github.bmt4j.load.run.RunResult.ErrorCount;
import io.github.bmt4j.load.run.RunResult.IntervalResult;
import io.github.bmt4j.load.run.RunResult.KindFigures;
import io.github.bmt4j.load.run.RunResult.KindInterval;
import io.github.bmt4j.load.run.RunResult.Totals;
import io.github.bmt4j.outcome.ErrorPhase;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * A stored run as a part of a load of several clients: its measurement and its intervals, from its
 * result and its log of histograms.
 *
 * @param offsetSeconds from the start of the first run's measurement to the start of this one's
 */
record StoredRun(Path folder, RunResult run, double offsetSeconds) {
  double endSeconds() {
    return offsetSeconds + run.totals().elapsedSeconds();
  }

  String name() {
    return folder.toAbsolutePath().normalize().getFileName().toString();
  }

  List<KindFigures> kinds() {
    return run.kinds() == null ? List.of() : run.kinds();
  }

  /** The measurement, from the start of the first run, without workers, gaps and statements. */
  Measurement measurement() {
    Latencies latencies = new Latencies();
    List<Histogram> ofKinds = kinds().stream().map(kind -> new Histogram(3)).toList();
    try (Log log = new Log()) {
      while (log.hasNextBefore(Double.POSITIVE_INFINITY)) {
        Interval interval = log.next(0, 0);
        latencies.add(interval.latencies());
        for (int i = 0; i < ofKinds.size(); i++) {
          ofKinds.get(i).add(interval.kinds().get(i).response());
        }
      }
    }
    Totals totals = run.totals();
    if (latencies.response().getTotalCount() != totals.transactions()) {
      throw unlike();
    }
    List<KindShare> shares = new ArrayList<>();
    for (int i = 0; i < ofKinds.size(); i++) {
      KindFigures kind = kinds().get(i);
      shares.add(new KindShare(kind.kind(), counts(kind), ofKinds.get(i)));
    }
    return new Measurement(
        Counts.from(
            Map.of(
                Counter.STARTED, totals.transactions() + totals.failed() + totals.unknown(),
                Counter.TRANSACTIONS, totals.transactions(),
                Counter.READS, totals.reads(),
                Counter.WRITES, totals.writes(),
                Counter.OTHERS, totals.others(),
                Counter.ERRORS, totals.errors(),
                Counter.RETRIES, totals.retries(),
                Counter.FAILED, totals.failed(),
                Counter.UNKNOWN, totals.unknown(),
                Counter.RECONNECTS, totals.reconnects())),
        Counts.ZERO,
        latencies,
        Math.round(endSeconds() * 1e9),
        Objects.requireNonNullElse(totals.arrivals(), 0L),
        totals.unserved(),
        Objects.requireNonNullElse(totals.maxBacklog(), 0L),
        0,
        0,
        List.of(),
        (int) totals.stuck(),
        false,
        List.of(),
        run.errorsByCode().stream().map(StoredRun::line).toList(),
        List.of(),
        shares,
        List.of(),
        List.of(),
        Stream.ofNullable(run.shares())
            .flatMap(List::stream)
            .map(share -> new ShareCount(share.hits(), share.trials()))
            .toList(),
        List.of());
  }

  private BadInputException unlike() {
    return new BadInputException(
        folder + ": " + IntervalFiles.HISTOGRAMS + " has other operations than its result");
  }

  /** The statements of a kind are known only together. */
  private static Counts counts(KindFigures kind) {
    return Counts.from(
        Map.of(
            Counter.STARTED, kind.transactions() + kind.failed() + kind.unknown(),
            Counter.TRANSACTIONS, kind.transactions(),
            Counter.OTHERS, kind.queries(),
            Counter.FAILED, kind.failed(),
            Counter.UNKNOWN, kind.unknown(),
            Counter.ERRORS, kind.errors(),
            Counter.RETRIES, kind.retries(),
            Counter.ROLLBACKS, kind.rollbacks()));
  }

  /** A failed certification counts as a failed commit. */
  private static ErrorLog.Line line(ErrorCount error) {
    ErrorPhase phase =
        Stream.of(ErrorPhase.values())
            .filter(one -> one.name().toLowerCase(Locale.ROOT).equals(error.phase()))
            .findFirst()
            .orElse(ErrorPhase.COMMIT);
    return new ErrorLog.Line(
        phase, error.code(), error.sqlState(), "", error.count(), error.retried(), error.message());
  }

  /** The intervals of the run, read one after the other: their histograms are large. */
  final class Log implements AutoCloseable {
    private final IntervalLog log = new IntervalLog(folder);
    private int next;

    /** True if there is another interval, whose middle is before a moment. */
    boolean hasNextBefore(double endSeconds) {
      if (next == run.intervals().size()) {
        if (!log.next().isEmpty()) {
          throw unlike();
        }
        return false;
      }
      IntervalResult one = run.intervals().get(next);
      return offsetSeconds + (one.fromSeconds() + one.toSeconds()) / 2 < endSeconds;
    }

    /** The next interval with other bounds. */
    Interval next(double fromSeconds, double toSeconds) {
      List<Histogram> times = log.next();
      if (times.isEmpty()) {
        throw unlike();
      }
      return interval(run.intervals().get(next++), times, fromSeconds, toSeconds);
    }

    private Interval interval(
        IntervalResult found, List<Histogram> logged, double fromSeconds, double toSeconds) {
      Map<String, Histogram> byTag =
          logged.stream()
              .collect(
                  Collectors.toMap(
                      Histogram::getTag,
                      one -> one,
                      (some, more) -> {
                        some.add(more); // Names of kinds that differ in blanks have one tag.
                        return some;
                      }));
      Function<String, Histogram> times =
          tag -> byTag.getOrDefault(tag, new Histogram(IntervalFiles.DIGITS));
      double seconds = found.toSeconds() - found.fromSeconds();
      Histogram failed = times.apply(IntervalFiles.FAILED);
      return new Interval(
          Math.round(fromSeconds * 1e9),
          Math.round(toSeconds * 1e9),
          false,
          Counts.from(
              Map.of(
                  Counter.TRANSACTIONS, found.transactions(),
                  Counter.READS, Math.round(found.readsPerSecond() * seconds),
                  Counter.WRITES, Math.round(found.writesPerSecond() * seconds),
                  Counter.OTHERS, Math.round(found.othersPerSecond() * seconds),
                  Counter.ERRORS, found.errors(),
                  Counter.RECONNECTS, found.reconnects(),
                  Counter.FAILED, failed.getTotalCount())),
          new Latencies(
              times.apply(IntervalFiles.RESPONSE),
              times.apply(IntervalFiles.SERVICE),
              new Histogram(IntervalFiles.DIGITS),
              failed,
              times.apply(IntervalFiles.BORROW)),
          Stream.ofNullable(found.kinds())
              .flatMap(List::stream)
              .map(kind -> share(kind, times.apply(IntervalFiles.tag(kind.kind()))))
              .toList(),
          Objects.requireNonNullElse(found.backlog(), 0L),
          0,
          0,
          List.of());
    }

    private static KindShare share(KindInterval kind, Histogram times) {
      return new KindShare(
          kind.kind(),
          Counts.from(
              Map.of(
                  Counter.TRANSACTIONS, kind.transactions(),
                  Counter.FAILED, kind.failed(),
                  Counter.UNKNOWN, kind.unknown(),
                  Counter.RETRIES, kind.retries(),
                  Counter.ROLLBACKS, kind.rollbacks())),
          times);
    }

    @Override
    public void close() {
      log.close();
    }
  }
}
