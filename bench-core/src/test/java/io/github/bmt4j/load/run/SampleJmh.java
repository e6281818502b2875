package io.github.bmt4j.load.run;

import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.jmhfile.JmhResult;
import io.github.bmt4j.jmhfile.JmhResult.Benchmark;
import io.github.bmt4j.jmhfile.JmhResult.Iterations;
import io.github.bmt4j.jmhfile.JmhResult.Jmh;
import io.github.bmt4j.jmhfile.JmhResult.Jvm;
import io.github.bmt4j.jmhfile.JmhResult.Metric;
import io.github.bmt4j.jmhfile.JmhResult.Score;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Results of JMH for tests. */
public final class SampleJmh {
  private static final Jvm JVM =
      new Jvm(
          "1.37",
          "17.0.15",
          "OpenJDK 64-Bit Server VM",
          "17.0.15+6",
          "/opt/java",
          List.of("-Xmx1g"));

  private SampleJmh() {}

  /** Of a benchmark in mode avgt and one in mode sample, on a server. */
  public static JmhResult onServer() {
    return result(
        List.of(SampleResult.closedLoop().environment()),
        List.of(averageTime(score(12.5, 0.75, 10L)), sampled(20_000L)));
  }

  /** Of one iteration, on nobody knows what. */
  public static JmhResult ofOneIteration() {
    return result(null, List.of(averageTime(score(0.0123, null, 1L))));
  }

  /** A result of some benchmarks, VALID and without warnings. */
  public static JmhResult result(@Nullable List<Environment> servers, List<Benchmark> benchmarks) {
    return new JmhResult(
        "0a1b2c3d",
        Instant.parse("2026-11-21T08:00:00Z"),
        Instant.parse("2026-11-20T18:51:41Z"),
        "all.json",
        new Verdict(Status.VALID, List.of()),
        List.of(),
        servers,
        new Jmh(benchmarks));
  }

  /** A benchmark of two forks with five iterations each. */
  public static Benchmark averageTime(Score score) {
    Metric allocated =
        new Metric(score(1536.0, null, 2L), "B/op", null, List.of(2), List.of(List.of(1.0, 2.0)));
    return benchmark(
        "avgt",
        2,
        new Metric(
            score,
            "us/op",
            null,
            List.of(5, 5),
            List.of(List.of(1.0, 2.0, 3.0, 4.0, 5.0), List.of(1.0, 2.0, 3.0, 4.0, 5.0))),
        Map.of("gc.alloc.rate.norm", allocated));
  }

  /** A benchmark of mode sample. */
  public static Benchmark sampled(@Nullable Long samples) {
    Map<String, Double> percentiles = new LinkedHashMap<>();
    percentiles.put("0.0", 8.0);
    percentiles.put("50.0", 11.0);
    percentiles.put("100.0", 900.0);
    Map<String, Metric> secondary = new TreeMap<>();
    for (String name : List.of("p0.00", "p0.50", "p0.999", "p0.9999", "p1.00")) {
      secondary.put(name, new Metric(score(11.0, null, samples), "us/op", null, null, null));
    }
    return benchmark(
        "sample",
        2,
        new Metric(score(12.0, 0.5, samples), "us/op", percentiles, List.of(5, 5), null),
        secondary);
  }

  /** The same benchmark with other forks. */
  public static Benchmark withForks(Benchmark benchmark, int forks) {
    return benchmark(benchmark.mode(), forks, benchmark.primary(), benchmark.secondary());
  }

  public static Score score(
      @Nullable Double value, @Nullable Double error, @Nullable Long samples) {
    return new Score(value, error, value, value, samples);
  }

  private static Benchmark benchmark(
      String mode, int forks, Metric primary, Map<String, Metric> secondary) {
    return new Benchmark(
        "io.github.bmt4j.jmh.StatementBenchmark.execute",
        mode,
        new TreeMap<>(Map.of("workload", "oltp_read_only", "driver", "mariadb")),
        1,
        forks,
        new Iterations(3, "1 s", 1),
        new Iterations(5, "1 s", 1),
        JVM,
        primary,
        new TreeMap<>(secondary));
  }
}
