package io.github.bmt4j.jmhfile;

import static io.github.bmt4j.report.Lines.words;

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
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A benchmark with one choice of its parameters, by the keys of JMH's JSON; those that a newer JMH
 * may add are passed over. Passwords in parameters and arguments are taken out.
 */
public record JmhBenchmark(
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
    @Nullable SortedMap<String, String> params,
    Metric primaryMetric,
    @Nullable SortedMap<String, Metric> secondaryMetrics) {
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

  public JmhBenchmark {
    jvmArgs = jvmArgs.stream().map(Redaction::argument).toList();
    SortedMap<String, String> shown = new TreeMap<>(params == null ? Map.of() : params);
    shown.replaceAll(Redaction::param);
    params = shown;
    SortedMap<String, Metric> secondary =
        new TreeMap<>(secondaryMetrics == null ? Map.of() : secondaryMetrics);
    if (primaryMetric.rawData == null) {
      // Mode sample: JMH has made the percentiles of all operations.
      Long operations = primaryMetric.samples;
      secondary.replaceAll(
          (name, metric) -> name.matches(PERCENTILE) ? metric.withSamples(operations) : metric);
    }
    secondaryMetrics = secondary;
  }

  /**
   * A metric, primary or secondary. What is not known is NaN, as JMH writes it.
   *
   * @param scoreError half of the confidence interval of 99.9 %
   * @param scorePercentiles over the scores of iterations; in mode sample over operations
   * @param rawData scores of iterations, fork by fork
   * @param rawDataHistogram in mode sample, times of operations in place of these scores; not
   *     stored
   * @param samples iterations of all forks; in mode sample, for the primary metric and its
   *     percentiles, the operations that were timed
   * @param iterations number of those that were measured in each fork
   */
  public record Metric(
      Double score,
      Double scoreError,
      String scoreUnit,
      @Nullable Map<String, Double> scorePercentiles,
      @Nullable List<List<Double>> rawData,
      @Nullable List<List<List<Bucket>>> rawDataHistogram,
      @Nullable Long samples,
      @Nullable List<Integer> iterations) {
    /** Counts samples and iterations where JMH's file is read. */
    public Metric {
      if (rawDataHistogram != null) {
        iterations = rawDataHistogram.stream().map(List::size).toList();
        samples =
            rawDataHistogram.stream()
                .flatMap(List::stream)
                .flatMap(List::stream)
                .mapToLong(Bucket::count)
                .sum();
        rawDataHistogram = null;
      } else if (rawData != null && iterations == null) {
        iterations =
            rawData.stream()
                .map(fork -> (int) fork.stream().filter(Double::isFinite).count())
                .toList();
        samples = iterations.stream().mapToLong(count -> count).sum();
      }
      if (samples != null && samples == 0) {
        rawData = null;
        samples = null;
        iterations = null;
      }
    }

    @Nullable Double value() {
      return Double.isFinite(score) ? score : null;
    }

    @Nullable Double error() {
      return Double.isFinite(scoreError) ? scoreError : null;
    }

    private Metric withSamples(@Nullable Long operations) {
      return new Metric(
          score, scoreError, scoreUnit, scorePercentiles, rawData, null, operations, iterations);
    }
  }

  /** Number of operations that took a time. */
  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  public record Bucket(double time, long count) {}

  /**
   * Reads what JMH wrote.
   *
   * @param file its name, for messages
   * @throws BadInputException when it is something else, has no benchmark, or has one twice
   */
  static List<JmhBenchmark> read(String file, String json) {
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
    List<JmhBenchmark> benchmarks = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (JsonNode node : root) {
      JmhBenchmark one = bound(file, benchmarks.size() + 1, node);
      if (!seen.add(one.benchmark + one.label())) {
        throw new BadInputException(
            words(
                "%s has %s twice, so it is ambiguous: import each run's own file",
                file, one.label()));
      }
      benchmarks.add(one);
    }
    return benchmarks;
  }

  static BadInputException notJson(String file) {
    return new BadInputException(file + " is not JSON, or not all of it is there" + REMEDY);
  }

  private static JmhBenchmark bound(String file, int number, JsonNode node) {
    String wrong = "it is no object";
    if (node.isObject()) {
      try {
        return MAPPER.treeToValue(node, JmhBenchmark.class);
      } catch (JsonProcessingException e) {
        wrong = ResultJson.reason(e);
      }
    }
    throw new BadInputException(
        words("%s is not JMH's: benchmark %d: %s%s", file, number, wrong, REMEDY));
  }

  /** Class, method and what tells it from its neighbours, for people. */
  String label() {
    int method = benchmark.lastIndexOf('.');
    StringBuilder label =
        new StringBuilder(benchmark.substring(benchmark.lastIndexOf('.', method - 1) + 1));
    Objects.requireNonNull(params())
        .forEach((param, value) -> label.append(' ').append(param).append('=').append(value));
    if (threads != 1) {
      label.append(" threads=").append(threads);
    }
    return label.append(' ').append(mode).toString();
  }
}
