package io.github.bmt4j.jmhfile;

import io.github.bmt4j.jmhfile.JmhResult.Metric;
import io.github.bmt4j.jmhfile.JmhResult.Score;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A metric of JMH's JSON, primary or secondary. */
final class MetricReader {
  private static final String PERCENTILES = "scorePercentiles";
  private static final String DATA = "rawData";
  private static final String HISTOGRAMS = "rawDataHistogram";

  private MetricReader() {}

  static Metric read(JmhNode metric) {
    boolean sampled = metric.has(HISTOGRAMS);
    Map<String, Double> percentiles = percentiles(metric);
    List<List<Double>> data = sampled ? null : data(metric);
    List<Integer> iterations = sampled ? histograms(metric) : iterations(data);
    return new Metric(
        new Score(
            metric.number("score"),
            metric.number("scoreError"),
            percentiles.get("0.0"),
            percentiles.get("100.0"),
            sampled ? operations(metric) : samples(data)),
        metric.text("scoreUnit"),
        sampled ? percentiles : null,
        iterations,
        data);
  }

  /** In JMH's order; without those that are NaN. */
  private static Map<String, Double> percentiles(JmhNode metric) {
    Map<String, Double> percentiles = new LinkedHashMap<>();
    metric
        .children(PERCENTILES)
        .forEach(
            (name, node) -> {
              Double value = node.number();
              if (value != null) {
                percentiles.put(name, value);
              }
            });
    return percentiles;
  }

  /** The iterations' scores, without those that are NaN; nothing when JMH was told to keep none. */
  private static @Nullable List<List<Double>> data(JmhNode metric) {
    List<List<Double>> forks =
        metric.items(DATA).stream()
            .map(fork -> fork.items().stream().map(JmhNode::number))
            .map(scores -> scores.filter(Objects::nonNull).map(Objects::requireNonNull).toList())
            .toList();
    return forks.stream().allMatch(List::isEmpty) ? null : forks;
  }

  private static @Nullable List<Integer> iterations(@Nullable List<List<Double>> data) {
    return data == null ? null : data.stream().map(List::size).toList();
  }

  private static @Nullable Long samples(@Nullable List<List<Double>> data) {
    return data == null ? null : (Long) data.stream().mapToLong(List::size).sum();
  }

  private static @Nullable List<Integer> histograms(JmhNode metric) {
    List<Integer> iterations =
        metric.items(HISTOGRAMS).stream().map(fork -> fork.items().size()).toList();
    return iterations.isEmpty() ? null : iterations;
  }

  private static @Nullable Long operations(JmhNode metric) {
    long operations = 0;
    for (JmhNode fork : metric.items(HISTOGRAMS)) {
      for (JmhNode histogram : fork.items()) {
        for (JmhNode bucket : histogram.items()) {
          operations += bucket.bucketCount();
        }
      }
    }
    return operations == 0 ? null : (Long) operations;
  }
}
