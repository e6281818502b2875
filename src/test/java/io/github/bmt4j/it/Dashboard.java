package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The queries of Grafana's dashboard, in the part of PromQL that they use. */
record Dashboard(JsonNode tree) {
  private static final Pattern SELECTOR =
      Pattern.compile("([a-z_]+)\\{([^}]*)}(?:\\[\\$__rate_interval])?");
  private static final Pattern MATCHER = Pattern.compile("(\\w+)(=~|!=|=)\"([^\"]*)\"");
  private static final Pattern GROUPED = Pattern.compile("by \\(([^)]*)\\)");
  private static final Pattern NAMES = Pattern.compile("label_values\\((\\w+), (\\w+)\\)");
  private static final Pattern LEGEND = Pattern.compile("\\{\\{(\\w+)}}");
  private static final Set<String> FUNCTIONS =
      Set.of("", "sum", "rate", "increase", "histogram_quantile");

  static Dashboard read() throws IOException {
    Path file = Path.of("..", "..", "deploy", "grafana", "bmt.json");
    return new Dashboard(new ObjectMapper().readTree(file.toFile()));
  }

  /** Fails unless each query names a metric that is there, with all labels of the query. */
  void finds(Exported exported) {
    List<JsonNode> targets = new ArrayList<>();
    tree.path("panels").forEach(panel -> panel.path("targets").forEach(targets::add));
    assertThat(targets).hasSizeGreaterThan(15);
    for (JsonNode target : targets) {
      String query = target.path("expr").asText();
      List<String> labels =
          all(GROUPED, query).flatMap(one -> Stream.of(one.group(1).split(", "))).toList();
      assertThat(all(SELECTOR, query)).as(query).isNotEmpty();
      all(SELECTOR, query).forEach(selector -> found(query, selector, labels, exported));
      String rest = GROUPED.matcher(SELECTOR.matcher(query).replaceAll("")).replaceAll("");
      assertThat(FUNCTIONS).as(query).containsAll(List.of(rest.split("[^a-z_]+")));
      assertThat(labels)
          .as(query)
          .containsAll(
              all(LEGEND, target.path("legendFormat").asText())
                  .map(label -> label.group(1))
                  .toList());
    }
    JsonNode run = tree.path("templating").path("list").path(1);
    assertThat(all(NAMES, run.path("query").path("query").asText()))
        .singleElement()
        .satisfies(
            one ->
                assertThat(exported.samples())
                    .anyMatch(
                        sample ->
                            sample.name().equals(one.group(1))
                                && sample.labels().containsKey(one.group(2))));
  }

  private static void found(
      String query, MatchResult selector, List<String> labels, Exported exported) {
    assertThat(exported.samples())
        .as(query)
        .anyMatch(
            one ->
                one.name().equals(selector.group(1))
                    && one.labels().keySet().containsAll(labels)
                    && all(MATCHER, selector.group(2)).allMatch(matcher -> matches(one, matcher)));
  }

  private static boolean matches(Exported.Sample sample, MatchResult matcher) {
    String value = sample.labels().get(matcher.group(1));
    return switch (matcher.group(2)) {
      case "=" -> matcher.group(3).equals(value);
      case "!=" -> value != null && !matcher.group(3).equals(value);
      default -> value != null && matcher.group(3).equals("$run");
    };
  }

  private static Stream<MatchResult> all(Pattern pattern, String text) {
    Matcher found = pattern.matcher(text);
    return found.results();
  }
}
