package io.github.bmt4j.load.run;

import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.experiment.SampleResults;
import io.github.bmt4j.jmhfile.JmhBenchmark;
import io.github.bmt4j.jmhfile.JmhBenchmark.Metric;
import io.github.bmt4j.jmhfile.JmhResult;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Results of JMH for tests. */
public final class SampleJmh {
  private SampleJmh() {}

  /** Of a benchmark in mode avgt and one in mode sample, on a server. */
  public static JmhResult onServer() {
    return SampleResults.read("jmh", JmhResult.class);
  }

  /** Of one iteration, without circumstances. */
  public static JmhResult ofOneIteration() {
    return result(null, List.of(averageTime(score(0.0123, null, 1L))));
  }

  /** A result of some benchmarks, VALID and without warnings. */
  public static JmhResult result(
      @Nullable List<Environment> servers, List<JmhBenchmark> benchmarks) {
    return Made.like(onServer()).set("servers", servers).set("benchmarks", benchmarks).record();
  }

  /** A benchmark of two forks with five iterations each. */
  public static JmhBenchmark averageTime(Metric score) {
    JmhBenchmark benchmark = onServer().benchmarks().get(0);
    return Made.like(benchmark)
        .set("primaryMetric", like(benchmark.primaryMetric(), score))
        .record();
  }

  /** A benchmark of mode sample. */
  public static JmhBenchmark sampled(@Nullable Long samples) {
    JmhBenchmark benchmark = onServer().benchmarks().get(1);
    SortedMap<String, Metric> secondary = new TreeMap<>(benchmark.secondaryMetrics());
    secondary.replaceAll((name, metric) -> score(metric.score(), null, samples));
    return Made.like(benchmark)
        .set("primaryMetric", Made.like(benchmark.primaryMetric()).set("samples", samples).record())
        .set("secondaryMetrics", secondary)
        .record();
  }

  /** The same benchmark with other forks. */
  public static JmhBenchmark withForks(JmhBenchmark benchmark, int forks) {
    return Made.like(benchmark).set("forks", forks).record();
  }

  public static Metric score(
      @Nullable Double value, @Nullable Double error, @Nullable Long samples) {
    return new Metric(
        value == null ? Double.NaN : value,
        error == null ? Double.NaN : error,
        "us/op",
        null,
        null,
        null,
        samples,
        null);
  }

  private static Metric like(Metric metric, Metric score) {
    return Made.like(metric)
        .set("score", score.score())
        .set("scoreError", score.scoreError())
        .set("samples", score.samples())
        .record();
  }
}
