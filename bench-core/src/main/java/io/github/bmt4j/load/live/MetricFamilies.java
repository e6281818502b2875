package io.github.bmt4j.load.live;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Exemplars;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Metrics of one load in Prometheus' model. Histograms come with each interval, so that nothing is
 * recorded while an operation runs. Used by one thread.
 */
final class MetricFamilies {
  /** In seconds. They contain the bounds that OpenTelemetry advises: both can be added up. */
  private static final double[] BOUNDS = {
    0.0001,
    0.0002,
    0.0005,
    0.001,
    0.002,
    0.005,
    0.01,
    0.02,
    0.05,
    0.1,
    0.2,
    0.5,
    1,
    2,
    5,
    10,
    Double.POSITIVE_INFINITY
  };

  private final Labels common;
  private final Map<String, Family<Long>> counters = new TreeMap<>();
  private final Map<String, Family<Long>> gauges = new TreeMap<>();
  private final Map<String, Family<Times>> histograms = new TreeMap<>();

  MetricFamilies(Labels common) {
    this.common = common;
  }

  private record Family<V>(MetricMetadata named, Map<Labels, V> values) {
    Family(String name, String help) {
      this(new MetricMetadata(name, help), new LinkedHashMap<>());
    }

    <P> List<P> points(BiFunction<Labels, V, P> point) {
      return values.entrySet().stream()
          .map(one -> point.apply(one.getKey(), one.getValue()))
          .toList();
    }
  }

  private static final class Times {
    private final long[] counts = new long[BOUNDS.length];
    private double seconds;

    void add(Histogram nanos) {
      int bucket = 0;
      for (HistogramIterationValue value : nanos.recordedValues()) {
        while (bucket < counts.length - 1
            && value.getValueIteratedTo() > nanos.highestEquivalentValue(nanos(bucket))) {
          bucket++;
        }
        counts[bucket] += value.getCountAddedInThisIterationStep();
      }
      seconds += nanos.getMean() / 1e9 * nanos.getTotalCount();
    }

    private static long nanos(int bucket) {
      return Math.round(BOUNDS[bucket] * 1e9);
    }

    HistogramDataPointSnapshot point(Labels labels) {
      return new HistogramDataPointSnapshot(
          ClassicHistogramBuckets.of(BOUNDS, counts), seconds, labels, Exemplars.EMPTY, 0);
    }
  }

  void add(String name, String help, long growth, Labels labels) {
    family(counters, name, help).merge(common.merge(labels), growth, Long::sum);
  }

  /** Sets a counter that is known as a whole. */
  void count(String name, String help, long value, Labels labels) {
    family(counters, name, help).put(common.merge(labels), value);
  }

  void gauge(String name, String help, long value, Labels labels) {
    family(gauges, name, help).put(common.merge(labels), value);
  }

  /** Adds times in ns to a histogram in seconds. */
  void add(String name, String help, Histogram nanos, Labels labels) {
    family(histograms, name, help)
        .computeIfAbsent(common.merge(labels), key -> new Times())
        .add(nanos);
  }

  private static <V> Map<Labels, V> family(
      Map<String, Family<V>> families, String name, String help) {
    return families.computeIfAbsent(name, key -> new Family<>(name, help)).values();
  }

  /** All values in Prometheus' text format. */
  String text() {
    MetricSnapshots.Builder all = MetricSnapshots.builder();
    counters
        .values()
        .forEach(
            one ->
                all.metricSnapshot(
                    new CounterSnapshot(
                        one.named(),
                        one.points(
                            (labels, value) ->
                                new CounterDataPointSnapshot((double) value, labels, null, 0)))));
    gauges
        .values()
        .forEach(
            one ->
                all.metricSnapshot(
                    new GaugeSnapshot(
                        one.named(),
                        one.points(
                            (labels, value) ->
                                new GaugeDataPointSnapshot((double) value, labels, null)))));
    histograms
        .values()
        .forEach(
            one ->
                all.metricSnapshot(
                    new HistogramSnapshot(
                        one.named(), one.points((labels, times) -> times.point(labels)))));
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    try {
      PrometheusTextFormatWriter.create().write(text, all.build(), EscapingScheme.DEFAULT);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString(UTF_8);
  }
}
