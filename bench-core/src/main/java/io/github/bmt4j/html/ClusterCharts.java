package io.github.bmt4j.html;

import static io.github.bmt4j.html.Shown.each;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.bmt4j.report.Grid;
import io.github.bmt4j.report.Timeline;
import io.github.bmt4j.report.Timeline.Lane;
import io.github.bmt4j.report.Timeline.Mark;
import io.github.bmt4j.report.Timeline.Span;
import io.github.bmt4j.report.Tone;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What is shown of failover and balance. */
final class ClusterCharts {
  /** Outages: what is out, the event at which it began, and the one at which it ended. */
  private static final List<List<String>> OUTAGES =
      List.of(
          List.of("writes", "last write", "write again"),
          List.of("reads", "last read", "read again"),
          List.of("connects", "last connect", "connect again"),
          List.of("server", "server down", "server writable"));

  private ClusterCharts() {}

  /** The timeline of each repetition of a failover. */
  static List<Timeline> timelines(Shown shown) {
    return repetitions(shown).map(one -> timeline(shown, one)).toList();
  }

  private static Stream<JsonNode> repetitions(Shown shown) {
    return each(shown.tree().at("/failover/repetitions"));
  }

  private static Timeline timeline(Shown shown, JsonNode repetition) {
    Map<String, Double> at = new LinkedHashMap<>();
    List<Mark> marks = new ArrayList<>();
    for (JsonNode event : repetition.path("timeline")) {
      double millis = event.path("atMs").asDouble();
      at.putIfAbsent(event.path("what").asText(), millis);
      marks.add(new Mark(millis, words(event), ""));
    }
    JsonNode figures = repetition.path("figures");
    double last = at.values().stream().mapToDouble(x -> x).max().orElse(0);
    boolean open =
        OUTAGES.stream().anyMatch(one -> at.containsKey(one.get(1)) && !at.containsKey(one.get(2)));
    double end = open ? Math.max(last, figures.path("windowMs").asDouble()) : last;
    List<Lane> lanes = new ArrayList<>();
    for (List<String> outage : OUTAGES) {
      Double from = at.get(outage.get(1));
      Double to = at.get(outage.get(2));
      if (from != null) {
        lanes.add(
            new Lane(
                outage.get(0),
                List.of(new Span("out", from, to == null ? end : to, Tone.BAD, to == null))));
      }
    }
    double first = at.values().stream().mapToDouble(x -> x).min().orElse(0);
    double margin = Math.max(1, (end - first) / 20);
    return new Timeline(
        heading(shown, "Failover", repetition),
        first - margin,
        end + margin,
        "fault",
        lanes,
        marks);
  }

  private static String heading(Shown shown, String what, JsonNode repetition) {
    boolean valid = shown.invalid() || repetition.at("/verdict/status").asText().equals("VALID");
    return what + ", repetition " + repetition.path("number").asText() + (valid ? "" : ", INVALID");
  }

  private static String words(JsonNode event) {
    return Stream.of("what", "node", "text")
        .map(key -> event.path(key).asText())
        .filter(text -> !text.isEmpty())
        .reduce((a, b) -> a + ": " + b)
        .orElse("");
  }

  /** The errors of each repetition of a failover. */
  static List<Grid> grids(Shown shown) {
    List<String> keys =
        List.of("probe", "phase", "code", "sqlState", "outcome", "count", "firstMs", "lastMs");
    return repetitions(shown)
        .filter(one -> !one.path("errors").isEmpty())
        .map(
            one ->
                Grid.ofWords(
                    shown.label(heading(shown, "Errors", one)),
                    keys,
                    each(one.path("errors"))
                        .map(error -> keys.stream().map(key -> error.path(key).asText()).toList())
                        .toList()))
        .toList();
  }
}
