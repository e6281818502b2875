package io.github.bmt4j.load.run;

import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.jmhfile.JmhBenchmark;
import io.github.bmt4j.jmhfile.JmhBenchmark.Metric;
import io.github.bmt4j.jmhfile.JmhResult;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Results of JMH for tests. */
public final class SampleJmh {
  private static final List<Double> FORK = List.of(1.0, 2.0, 3.0, 4.0, 5.0);

  private SampleJmh() {}

  /** Of a benchmark in mode avgt and one in mode sample, on a server. */
  public static JmhResult onServer() {
    return result(
        List.of(SampleResult.closedLoop().environment()),
        List.of(averageTime(score(12.5, 0.75, 10L)), sampled(20_000L)));
  }

  /** Of one iteration, without circumstances. */
  public static JmhResult ofOneIteration() {
    return result(null, List.of(averageTime(score(0.0123, null, 1L))));
  }

  /** A result of some benchmarks, VALID and without warnings. */
  public static JmhResult result(
      @Nullable List<Environment> servers, List<JmhBenchmark> benchmarks) {
    return new JmhResult(
        "0a1b2c3d",
        Instant.parse("2026-11-21T08:00:00Z"),
        Instant.parse("2026-11-20T18:51:41Z"),
        "all.json",
        new Verdict(Status.VALID, List.of()),
        List.of(),
        servers,
        benchmarks);
  }

  /** A benchmark of two forks with five iterations each. */
  public static JmhBenchmark averageTime(Metric score) {
    Metric allocated =
        new Metric(
            1536.0, Double.NaN, "B/op", null, List.of(List.of(1.0, 2.0)), null, 2L, List.of(2));
    return benchmark(
        "avgt",
        2,
        new Metric(
            score.score(),
            score.scoreError(),
            "us/op",
            null,
            List.of(FORK, FORK),
            null,
            score.samples(),
            List.of(5, 5)),
        new TreeMap<>(Map.of("gc.alloc.rate.norm", allocated)));
  }

  /** A benchmark of mode sample. */
  public static JmhBenchmark sampled(@Nullable Long samples) {
    Map<String, Double> percentiles = new LinkedHashMap<>();
    percentiles.put("0.0", 8.0);
    percentiles.put("50.0", 11.0);
    percentiles.put("100.0", 900.0);
    SortedMap<String, Metric> secondary = new TreeMap<>();
    for (String name : List.of("p0.00", "p0.50", "p0.999", "p0.9999", "p1.00")) {
      secondary.put(name, score(11.0, null, samples));
    }
    return benchmark(
        "sample",
        2,
        new Metric(12.0, 0.5, "us/op", percentiles, null, null, samples, List.of(5, 5)),
        secondary);
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

  private static JmhBenchmark benchmark(
      String mode, int forks, Metric primary, SortedMap<String, Metric> secondary) {
    return new JmhBenchmark(
        "1.37",
        "io.github.bmt4j.jmh.StatementBenchmark.execute",
        mode,
        1,
        forks,
        "/opt/java",
        List.of("-Xmx1g"),
        "17.0.15",
        "OpenJDK 64-Bit Server VM",
        "17.0.15+6",
        3,
        "1 s",
        1,
        5,
        "1 s",
        1,
        new TreeMap<>(Map.of("workload", "oltp_read_only", "driver", "mariadb")),
        primary,
        secondary);
  }
}
