package io.github.bmt4j.jmhfile;

import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.Result;
import io.github.bmt4j.experiment.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * A result of JMH, as {@code bmt import-jmh} stores it in {@code result.json}. Scores keep JMH's
 * units. What was not observed, and what JMH calls NaN, is absent.
 *
 * @param id of the run
 * @param importedAt when it was taken over
 * @param measuredAt when JMH's file was last written
 * @param file name of JMH's file
 * @param verdict whether the figures may be used
 * @param warnings what to bear in mind when reading the figures
 * @param servers what the benchmarks ran on, with driver and machine; absent when it is not known,
 *     empty when no server took part
 */
public record JmhResult(
    String id,
    Instant importedAt,
    Instant measuredAt,
    String file,
    Verdict verdict,
    List<String> warnings,
    @Nullable List<Environment> servers,
    Jmh jmh)
    implements Result {
  /** The stored key {@code kind}. */
  public static final String KIND = "jmh";

  /** What JMH measured. */
  public record Jmh(List<Benchmark> benchmarks) {}

  /**
   * One benchmark with one choice of its parameters.
   *
   * @param name class and method
   * @param mode thrpt, avgt, sample or ss
   * @param params by name; passwords are taken out
   * @param threads that ran it at once
   * @param forks JVMs that ran it one after the other; 0 for JMH's own
   * @param secondary what JMH's profilers and counters found, by name
   */
  public record Benchmark(
      String name,
      String mode,
      SortedMap<String, String> params,
      int threads,
      int forks,
      Iterations warmup,
      Iterations measurement,
      Jvm jvm,
      Metric primary,
      SortedMap<String, Metric> secondary) {
    /** Class, method and what tells it from its neighbours, for people. */
    String label() {
      int method = name.lastIndexOf('.');
      StringBuilder label =
          new StringBuilder(name.substring(name.lastIndexOf('.', method - 1) + 1));
      params.forEach((param, value) -> label.append(' ').append(param).append('=').append(value));
      if (threads != 1) {
        label.append(" threads=").append(threads);
      }
      return label.append(' ').append(mode).toString();
    }
  }

  /**
   * What was to be run in a fork.
   *
   * @param time of one of them, in JMH's words
   * @param batchSize calls that make one operation
   */
  public record Iterations(int count, String time, int batchSize) {}

  /**
   * The JVM of a benchmark's forks.
   *
   * @param jdk version
   * @param path of its program
   * @param arguments without passwords
   */
  public record Jvm(
      String jmhVersion,
      String jdk,
      String vmName,
      String vmVersion,
      String path,
      List<String> arguments) {}

  /**
   * One figure of a benchmark.
   *
   * @param unit in JMH's words
   * @param percentiles JMH's, of mode sample, by their names from 0.0 to 100.0
   * @param iterations how many were measured in each fork
   * @param rawData the iterations' scores, fork by fork; absent where JMH keeps histograms
   */
  public record Metric(
      Score score,
      String unit,
      @Nullable Map<String, Double> percentiles,
      @Nullable List<Integer> iterations,
      @Nullable List<List<Double>> rawData) {}

  /**
   * A score.
   *
   * @param error half of its confidence interval of 99.9 %
   * @param min smallest sample
   * @param max largest sample
   * @param samples iterations of all forks; in mode sample, for the primary metric and its
   *     percentiles, the operations that were timed
   */
  public record Score(
      @Nullable Double value,
      @Nullable Double error,
      @Nullable Double min,
      @Nullable Double max,
      @Nullable Long samples) {}

  @Override
  public String kind() {
    return KIND;
  }
}
