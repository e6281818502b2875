package io.github.bmt4j.sampling;

import io.github.bmt4j.sampling.ServerFigure.Weighed;
import io.github.bmt4j.sampling.ServerSeries.Line;
import io.github.bmt4j.sampling.ServerSeries.Readings;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Collects readings of a server that are taken together. Used by one thread at a time. */
final class SeriesLines {
  private static final MathContext DIGITS = new MathContext(5);
  private static final double NANOS_PER_SECOND = 1e9;

  /** Smaller variances, relative to the square of the mean, are errors of the sums. */
  private static final double EXACT = 1e-12;

  /** The last reading may come just after the one before. */
  private static final long STUB_NANOS = 500_000_000;

  private final List<Reading> readings = new ArrayList<>();
  private final Set<ServerFigure> known = EnumSet.noneOf(ServerFigure.class);
  private @Nullable Map<String, Double> before;
  private int epochBefore;

  private record Reading(long from, long to, Map<ServerFigure, Weighed> figures) {
    long middle() {
      return from + (to - from) / 2;
    }
  }

  /**
   * The measurement, on the clock.
   *
   * @param zero of the times
   * @param to its end; the largest number until it is known
   */
  record Span(long zero, long from, long to) {
    static Span since(long nanos) {
      return new Span(nanos, nanos, Long.MAX_VALUE);
    }
  }

  static final class Sums {
    private final List<@Nullable Double> values = new ArrayList<>();
    private double weights;
    private double sum;
    private double squares;
    private double min = Double.POSITIVE_INFINITY;
    private double max = Double.NEGATIVE_INFINITY;
    private double total;

    /** Adds a value, of the measurement or the warm-up; a stub counts only if there is no other. */
    void add(@Nullable Weighed read, boolean measured, boolean stub) {
      boolean left = stub && weights > 0;
      values.add(read == null || left ? null : (Double) rounded(read.value()));
      if (read != null) {
        total += read.value() * read.weight();
      }
      if (read != null && measured && !left) {
        weights += read.weight();
        sum += read.value() * read.weight();
        squares += read.value() * read.value() * read.weight();
        min = Math.min(min, read.value());
        max = Math.max(max, read.value());
      }
    }

    Line line(String figure, String unit, boolean adds) {
      Double all = adds ? (Double) (Math.round(total * 1e3) / 1e3) : null;
      if (weights == 0) {
        return new Line(figure, unit, null, null, null, null, all, values);
      }
      double mean = sum / weights;
      double variance = squares / weights - mean * mean;
      double deviation = variance < EXACT * mean * mean ? 0 : Math.sqrt(variance);
      return new Line(
          figure, unit, rounded(mean), rounded(min), rounded(max), rounded(deviation), all, values);
    }
  }

  void add(long fromNanos, long toNanos, Map<String, Double> now, int epoch) {
    Map<String, Double> earlier = epoch == epochBefore ? before : null;
    Map<ServerFigure, Weighed> figures = new EnumMap<>(ServerFigure.class);
    Reading reading = new Reading(fromNanos, toNanos, figures);
    double seconds = (reading.middle() - middleBefore(readings.size())) / NANOS_PER_SECOND;
    for (ServerFigure figure : ServerFigure.values()) {
      Weighed read = figure.of(now, earlier, seconds);
      if (read != null) {
        figures.put(figure, read);
      }
      if (now.containsKey(figure.value())) {
        known.add(figure);
      }
    }
    readings.add(reading);
    before = now;
    epochBefore = epoch;
  }

  private long middleBefore(int reading) {
    return reading == 0 ? 0 : readings.get(reading - 1).middle();
  }

  Optional<String> decreased(Map<String, Double> now, int epoch) {
    Map<String, Double> earlier = epoch == epochBefore ? before : null;
    return earlier == null
        ? Optional.empty()
        : Stream.of(ServerFigure.values())
            .flatMap(ServerFigure::growing)
            .filter(name -> now.getOrDefault(name, Double.NaN) < earlier.getOrDefault(name, 0.0))
            .findFirst();
  }

  boolean has(ServerFigure figure) {
    return known.contains(figure);
  }

  Optional<Readings> readings(Span span) {
    return known.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Readings(
                readings.stream().map(one -> seconds(one.from(), span.zero())).toList(),
                readings.stream().map(one -> seconds(one.to(), span.zero())).toList(),
                known.stream().map(figure -> line(figure, span)).toList()));
  }

  private Line line(ServerFigure figure, Span span) {
    Sums sums = new Sums();
    for (int i = 0; i < readings.size(); i++) {
      Reading one = readings.get(i);
      long since = i == 0 ? one.middle() : middleBefore(i);
      sums.add(
          one.figures().get(figure),
          since + (one.middle() - since) / 2 >= span.from()
              && (figure.grows() || one.from() <= span.to()),
          one.middle() - since < STUB_NANOS);
    }
    return sums.line(figure.word(), figure.unit(), figure.adds());
  }

  static double seconds(long nanos, long zeroNanos) {
    return Math.round((nanos - zeroNanos) / 1e6) / 1e3;
  }

  /** Five digits: more would only be noise. */
  static double rounded(double value) {
    return Double.isFinite(value) ? new BigDecimal(value).round(DIGITS).doubleValue() : value;
  }
}
