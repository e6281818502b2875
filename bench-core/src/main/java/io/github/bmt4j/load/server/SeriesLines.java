package io.github.bmt4j.load.server;

import io.github.bmt4j.load.server.ServerSeries.Line;
import io.github.bmt4j.load.server.ServerSeries.Readings;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Collects what is read of a server at the same moments. Used by one thread at a time. */
final class SeriesLines {
  private static final MathContext DIGITS = new MathContext(5);
  private static final double NANOS_PER_SECOND = 1e9;

  /** Smaller variances, relative to the square of the mean, are errors of the sums. */
  private static final double EXACT = 1e-12;

  /** The last reading may come just after the one before. */
  private static final long STUB_NANOS = 500_000_000;

  private final List<Long> from = new ArrayList<>();
  private final List<Long> to = new ArrayList<>();
  private final Map<ServerFigure, Sums> lines = new EnumMap<>(ServerFigure.class);
  private @Nullable Map<String, Double> before;
  private int epochBefore;

  /** A value of a reading, for the file. */
  record Value(ServerFigure figure, double value) {}

  /** Values of a figure, and their sums over the measurement. */
  static final class Sums {
    final List<@Nullable Double> values = new ArrayList<>();
    private double weights;
    private double sum;
    private double squares;
    private double min = Double.POSITIVE_INFINITY;
    private double max = Double.NEGATIVE_INFINITY;
    private double total;

    /**
     * Adds a value.
     *
     * @param measured whether it counts for the measurement
     * @param stub whether it is of a time so short that it only counts if there is no other
     */
    void add(@Nullable Double value, double weight, boolean measured, boolean stub) {
      boolean left = stub && weights > 0;
      values.add(value == null || left ? null : (Double) rounded(value));
      if (value != null) {
        total += value * weight;
      }
      if (value != null && measured && !left) {
        weights += weight;
        sum += value * weight;
        squares += value * value * weight;
        min = Math.min(min, value);
        max = Math.max(max, value);
      }
    }

    Line line(String figure, String unit, boolean adds) {
      Double all = adds ? (Double) (Math.round(total * 1e3) / 1e3) : null;
      if (weights == 0) {
        return new Line(figure, unit, null, null, null, null, all, new ArrayList<>(values));
      }
      double mean = sum / weights;
      double variance = squares / weights - mean * mean;
      double deviation = variance < EXACT * mean * mean ? 0 : Math.sqrt(variance);
      return new Line(
          figure,
          unit,
          rounded(mean),
          rounded(min),
          rounded(max),
          rounded(deviation),
          all,
          new ArrayList<>(values));
    }
  }

  /**
   * Adds a reading.
   *
   * @param zeroNanos when the measurement begins, on the clock
   * @param epoch another number than in the reading before if counters began anew
   * @return the values of the figures
   */
  List<Value> add(
      long fromNanos, long toNanos, Map<String, Double> now, int epoch, long zeroNanos) {
    Map<String, Double> earlier = epoch == epochBefore ? before : null;
    long at = middle(fromNanos, toNanos);
    long since = from.isEmpty() ? at : middle(from.get(from.size() - 1), to.get(to.size() - 1));
    List<Value> values = new ArrayList<>();
    for (ServerFigure figure : ServerFigure.values()) {
      ServerFigure.Weighed read = figure.of(now, earlier, (at - since) / NANOS_PER_SECOND);
      Sums line = lines.get(figure);
      if (line == null && now.containsKey(figure.value())) {
        line = new Sums();
        line.values.addAll(Collections.nCopies(from.size(), null));
        lines.put(figure, line);
      }
      if (line != null) {
        line.add(
            read == null ? null : (Double) read.value(),
            read == null ? 0 : read.weight(),
            middle(since, at) >= zeroNanos,
            at - since < STUB_NANOS);
      }
      if (read != null) {
        values.add(new Value(figure, rounded(read.value())));
      }
    }
    from.add(fromNanos);
    to.add(toNanos);
    before = now;
    epochBefore = epoch;
    return values;
  }

  /** A counter of the present epoch that is smaller than it was; empty if there is none. */
  Optional<String> decreased(Map<String, Double> now, int epoch) {
    Map<String, Double> earlier = epoch == epochBefore ? before : null;
    return earlier == null
        ? Optional.empty()
        : Stream.of(ServerFigure.values())
            .flatMap(ServerFigure::growing)
            .filter(name -> now.getOrDefault(name, Double.NaN) < earlier.getOrDefault(name, 0.0))
            .findFirst();
  }

  /** True if the figure was read at least once. */
  boolean has(ServerFigure figure) {
    return lines.containsKey(figure);
  }

  /** All that was read; empty without a reading. */
  Optional<Readings> readings(long zeroNanos) {
    return lines.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Readings(
                seconds(from, zeroNanos),
                seconds(to, zeroNanos),
                lines.entrySet().stream()
                    .map(
                        line ->
                            line.getValue()
                                .line(
                                    line.getKey().word(),
                                    line.getKey().unit(),
                                    line.getKey().adds()))
                    .toList()));
  }

  private static List<Double> seconds(List<Long> moments, long zeroNanos) {
    return moments.stream().map(nanos -> seconds(nanos, zeroNanos)).toList();
  }

  /** Seconds since the start of the measurement, to a ms. */
  static double seconds(long nanos, long zeroNanos) {
    return Math.round((nanos - zeroNanos) / 1e6) / 1e3;
  }

  private static long middle(long from, long to) {
    return from + (to - from) / 2;
  }

  /** Five digits: more would only be noise. */
  static double rounded(double value) {
    return new BigDecimal(value).round(DIGITS).doubleValue();
  }
}
