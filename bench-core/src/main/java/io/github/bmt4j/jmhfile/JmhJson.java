package io.github.bmt4j.jmhfile;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.bmt4j.experiment.RequiredKeys;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.Redaction;
import io.github.bmt4j.jmhfile.JmhResult.Benchmark;
import io.github.bmt4j.jmhfile.JmhResult.Iterations;
import io.github.bmt4j.jmhfile.JmhResult.Jvm;
import io.github.bmt4j.jmhfile.JmhResult.Metric;
import io.github.bmt4j.jmhfile.JmhResult.Score;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A benchmark in JMH's JSON, by JMH's keys; those that a newer JMH may add are passed over. */
record JmhJson(
    String jmhVersion,
    String benchmark,
    String mode,
    int threads,
    int forks,
    String jvm,
    List<String> jvmArgs,
    String jdkVersion,
    String vmName,
    String vmVersion,
    int warmupIterations,
    String warmupTime,
    int warmupBatchSize,
    int measurementIterations,
    String measurementTime,
    int measurementBatchSize,
    @Nullable Map<String, String> params,
    JmhMetric primaryMetric,
    @Nullable Map<String, JmhMetric> secondaryMetrics) {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .annotationIntrospector(new RequiredKeys())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .build();

  private static final String REMEDY = "; let JMH write it with -rf json";

  /** JMH's name for a percentile of mode sample. */
  private static final String PERCENTILE = "p[01]\\.\\d+";

  /**
   * A metric, primary or secondary.
   *
   * @param scorePercentiles over the scores of iterations; in mode sample over operations
   * @param rawData scores of iterations, fork by fork
   * @param rawDataHistogram in mode sample, times of operations in place of these scores
   */
  record JmhMetric(
      Double score,
      Double scoreError,
      String scoreUnit,
      @Nullable Map<String, Double> scorePercentiles,
      @Nullable List<List<Double>> rawData,
      @Nullable List<List<List<Bucket>>> rawDataHistogram) {
    /**
     * The metric as it is stored.
     *
     * @param timed operations of which it is a percentile; absent for another metric
     */
    Metric metric(@Nullable Long timed) {
      Map<String, Double> percentiles = new LinkedHashMap<>();
      if (scorePercentiles != null) {
        percentiles.putAll(scorePercentiles);
        percentiles.values().removeIf(value -> !Double.isFinite(value));
      }
      List<List<Double>> data =
          Objects.requireNonNullElse(rawData, List.<List<Double>>of()).stream()
              .map(fork -> fork.stream().filter(Double::isFinite).toList())
              .toList();
      boolean sampled = rawDataHistogram != null;
      List<List<List<Bucket>>> histograms =
          Objects.requireNonNullElse(rawDataHistogram, List.<List<List<Bucket>>>of());
      List<Integer> iterations = (sampled ? histograms : data).stream().map(List::size).toList();
      long found =
          sampled
              ? histograms.stream()
                  .flatMap(List::stream)
                  .flatMap(List::stream)
                  .mapToLong(Bucket::count)
                  .sum()
              : iterations.stream().mapToLong(scores -> scores).sum();
      return new Metric(
          new Score(
              finite(score),
              finite(scoreError),
              percentiles.get("0.0"),
              percentiles.get("100.0"),
              timed != null ? timed : found == 0 ? null : (Long) found),
          scoreUnit,
          sampled ? percentiles : null,
          found == 0 ? null : iterations,
          found == 0 || sampled ? null : data);
    }

    private static @Nullable Double finite(double value) {
      return Double.isFinite(value) ? (Double) value : null;
    }
  }

  /** How many operations took a time. */
  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  record Bucket(double time, long count) {}

  /**
   * Reads what JMH wrote.
   *
   * @param file its name, for messages
   * @throws BadInputException when it is something else, has no benchmark, or has one twice
   */
  static List<Benchmark> read(String file, String json) {
    JsonNode root;
    try {
      // The only word of JMH for a number that Jackson does not know.
      root = MAPPER.readTree(json.replace("\"+INF\"", "\"INF\""));
    } catch (JsonProcessingException e) {
      throw notJson(file);
    }
    if (!root.isArray() || root.isEmpty()) {
      throw new BadInputException(
          file
              + " has no list of JMH's benchmarks: JMH leaves out those that fail, and writes the"
              + " file when all have ended"
              + REMEDY);
    }
    List<Benchmark> benchmarks = new ArrayList<>();
    Set<List<Object>> seen = new HashSet<>();
    for (JsonNode node : root) {
      Benchmark one = bound(file, benchmarks.size() + 1, node).stored();
      if (!seen.add(List.of(one.name(), one.mode(), one.params(), one.threads()))) {
        throw new BadInputException(
            file
                + " has "
                + one.label()
                + " twice, so it is ambiguous: import each run's own file");
      }
      benchmarks.add(one);
    }
    return benchmarks;
  }

  /** The refusal of a file that is not JSON. */
  static BadInputException notJson(String file) {
    return new BadInputException(file + " is not JSON, or not all of it is there" + REMEDY);
  }

  private static JmhJson bound(String file, int number, JsonNode node) {
    String wrong = "it is no object";
    if (node.isObject()) {
      try {
        return MAPPER.treeToValue(node, JmhJson.class);
      } catch (JsonProcessingException e) {
        wrong = ResultJson.reason(e);
      }
    }
    throw new BadInputException(
        file + " is not JMH's: benchmark " + number + ": " + wrong + REMEDY);
  }

  private Benchmark stored() {
    Metric primary = primaryMetric.metric(null);
    TreeMap<String, String> shown = new TreeMap<>(params == null ? Map.of() : params);
    shown.replaceAll(Redaction::param);
    TreeMap<String, Metric> secondary = new TreeMap<>();
    Map<String, JmhMetric> others = secondaryMetrics == null ? Map.of() : secondaryMetrics;
    others.forEach(
        (name, metric) -> {
          boolean timed = primary.percentiles() != null && name.matches(PERCENTILE);
          secondary.put(name, metric.metric(timed ? primary.score().samples() : null));
        });
    return new Benchmark(
        benchmark,
        mode,
        shown,
        threads,
        forks,
        new Iterations(warmupIterations, warmupTime, warmupBatchSize),
        new Iterations(measurementIterations, measurementTime, measurementBatchSize),
        new Jvm(
            jmhVersion,
            jdkVersion,
            vmName,
            vmVersion,
            jvm,
            jvmArgs.stream().map(Redaction::argument).toList()),
        primary,
        secondary);
  }
}
