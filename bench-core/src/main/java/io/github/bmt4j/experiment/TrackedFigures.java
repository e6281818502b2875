package io.github.bmt4j.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.bmt4j.clock.Medians;
import io.github.bmt4j.experiment.Figure.Better;
import io.github.bmt4j.report.Lines;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The compared figures of a result, as services read them that follow figures from commit to
 * commit. An INVALID result has none.
 */
final class TrackedFigures {
  private TrackedFigures() {}

  /**
   * A name that later results of the same measurement have too: its label {@code name}, if given.
   */
  static String name(Result result, Given given) {
    JsonNode scenario = ResultJson.tree(result).path("scenario");
    List<String> words = new ArrayList<>(List.of(result.kind()));
    scenario.path("parameters").path("files").forEach(one -> words.add(one.path("file").asText()));
    if (words.size() == 1 && scenario.has("workload")) {
      words.add(scenario.path("workload").asText());
    }
    return given.labels().getOrDefault("name", String.join(" ", words));
  }

  /** Bencher Metric Format: benchmarks with their measures. */
  static String bencher(Result result, Given given) {
    ObjectNode all = JsonNodeFactory.instance.objectNode();
    figures(result)
        .forEach(
            one -> {
              String measure = one.name().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
              ObjectNode metric = all.withObjectProperty(name(result, given)).putObject(measure);
              metric.put("value", Medians.of(one.samples()));
              List<Double> spread = ResultKind.of(result).spread(result, one);
              if (spread.size() > 1) {
                metric.put("lower_value", Collections.min(spread));
                metric.put("upper_value", Collections.max(spread));
              }
            });
    return all.toPrettyString() + "\n";
  }

  /** A file of github-action-benchmark, which has figures of one direction. */
  static ReportForm custom(String name, Better better) {
    return new WholeForm(name, (result, given) -> entries(result, given, better));
  }

  private static String entries(Result result, Given given, Better better) {
    ArrayNode all = JsonNodeFactory.instance.arrayNode();
    figures(result)
        .filter(one -> one.better() == better)
        .forEach(
            one -> {
              ObjectNode entry = all.addObject();
              entry.put("name", name(result, given) + ": " + one.name());
              entry.put("value", Medians.of(one.samples()));
              entry.put("unit", one.unit());
              List<Double> spread = ResultKind.of(result).spread(result, one);
              if (spread.size() > 1) {
                double half = (Collections.max(spread) - Collections.min(spread)) / 2;
                entry.put("range", Lines.words("± %.3f", half));
              }
            });
    return all.toPrettyString() + "\n";
  }

  private static Stream<Figure> figures(Result result) {
    return result.verdict().valid()
        ? ResultKind.of(result).figures(result).stream().filter(one -> !one.samples().isEmpty())
        : Stream.empty();
  }
}
