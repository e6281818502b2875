package io.github.bmt4j.jmhfile;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.Redaction;
import io.github.bmt4j.jmhfile.JmhResult.Benchmark;
import io.github.bmt4j.jmhfile.JmhResult.Iterations;
import io.github.bmt4j.jmhfile.JmhResult.Jvm;
import io.github.bmt4j.jmhfile.JmhResult.Metric;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** JMH's JSON as benchmarks. Keys that a newer JMH may add are passed over. */
final class BenchmarkReader {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  /** JMH's name for a percentile of mode sample. */
  private static final Pattern PERCENTILE = Pattern.compile("p[01]\\.\\d+");

  private BenchmarkReader() {}

  /**
   * Reads what JMH wrote.
   *
   * @param file its name, for messages
   * @throws BadInputException when it is something else, has no benchmark, or has one twice
   */
  static List<Benchmark> read(String file, String json) {
    if (json.isBlank()) {
      throw new BadInputException(
          file
              + " is empty: JMH fills it when all benchmarks have ended, and not at all with -foe true and a failure");
    }
    JsonNode root = parsed(file, json);
    if (!root.isArray()) {
      throw new BadInputException(
          file + " is JSON, but not JMH's list of benchmarks: let JMH write it with -rf json");
    }
    if (root.isEmpty()) {
      throw new BadInputException(
          file + " has no benchmark: JMH leaves out those that fail; see what it printed");
    }
    List<Benchmark> benchmarks = new ArrayList<>();
    for (int i = 0; i < root.size(); i++) {
      benchmarks.add(benchmark(new JmhNode(file, "benchmark " + (i + 1), root.get(i))));
    }
    checkEachOnce(file, benchmarks);
    return benchmarks;
  }

  /** What to say of a file that is not JSON. */
  static BadInputException notJson(String file) {
    return new BadInputException(
        file + " is not JSON, or not all of it is there: let JMH write it with -rf json");
  }

  private static JsonNode parsed(String file, String json) {
    try {
      return MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw notJson(file);
    }
  }

  private static Benchmark benchmark(JmhNode node) {
    String name = node.text("benchmark");
    Metric primary = MetricReader.read(node.child("primaryMetric"));
    SortedMap<String, String> params = new TreeMap<>();
    node.children("params")
        .forEach((param, value) -> params.put(param, Redaction.param(param, value.text())));
    SortedMap<String, Metric> secondary = new TreeMap<>();
    node.children("secondaryMetrics")
        .forEach((metric, value) -> secondary.put(metric, secondary(metric, value, primary)));
    return new Benchmark(
        name,
        node.text("mode"),
        params,
        node.count("threads"),
        node.count("forks"),
        iterations(node, "warmup"),
        iterations(node, "measurement"),
        new Jvm(
            node.text("jmhVersion"),
            node.text("jdkVersion"),
            node.text("vmName"),
            node.text("vmVersion"),
            node.text("jvm"),
            node.items("jvmArgs").stream().map(JmhNode::text).map(Redaction::argument).toList()),
        primary,
        secondary);
  }

  /** A percentile is one of all operations that were timed, not of the iterations'. */
  private static Metric secondary(String name, JmhNode node, Metric primary) {
    Metric metric = MetricReader.read(node);
    return primary.percentiles() != null && PERCENTILE.matcher(name).matches()
        ? metric.of(primary.score().samples())
        : metric;
  }

  private static Iterations iterations(JmhNode node, String phase) {
    return new Iterations(
        node.count(phase + "Iterations"),
        node.text(phase + "Time"),
        node.count(phase + "BatchSize"));
  }

  /** Whoever compares results would not know which of two is meant. */
  private static void checkEachOnce(String file, List<Benchmark> benchmarks) {
    Set<List<Object>> seen = new HashSet<>();
    for (Benchmark benchmark : benchmarks) {
      if (!seen.add(
          List.of(benchmark.name(), benchmark.mode(), benchmark.params(), benchmark.threads()))) {
        throw new BadInputException(
            file
                + " has "
                + benchmark.label()
                + " twice, so it is ambiguous: import each run's own file");
      }
    }
  }
}
