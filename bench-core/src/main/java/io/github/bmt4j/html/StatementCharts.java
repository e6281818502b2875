package io.github.bmt4j.html;

import static io.github.bmt4j.html.Shown.each;
import static io.github.bmt4j.html.Shown.number;
import static io.github.bmt4j.html.Shown.numbers;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.bmt4j.report.Chart;
import io.github.bmt4j.report.Chart.Line;
import io.github.bmt4j.report.Chart.Plot;
import io.github.bmt4j.report.Grid;
import io.github.bmt4j.report.Numbers;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is shown of ALTER and of heavy statements. */
final class StatementCharts {
  private StatementCharts() {}

  /** Stalls and throughput of the load while each ALTER ran. */
  static List<Chart> alters(Shown shown) {
    return Stream.of(
            alters(shown, "Longest stall of the load during ALTER", "longestMs", "ms"),
            alters(shown, "Throughput of the load during ALTER", "tps", "transactions/s"))
        .filter(Chart::drawn)
        .toList();
  }

  private static Chart alters(Shown shown, String title, String key, String unit) {
    List<Plot> plots =
        each(shown.tree().path("alters"))
            .filter(alter -> !alter.path("slices").isEmpty())
            .map(
                alter ->
                    new Plot(
                        numbers(alter.path("slices"), "toMs"),
                        List.of(new Line(name(alter), numbers(alter.path("slices"), key)))))
            .toList();
    return new Chart(
        shown.label(title),
        false,
        "alter " + shown.name(),
        "linear",
        false,
        "time since ALTER began, ms (end of slice)",
        unit,
        plots,
        List.of(),
        null);
  }

  private static String name(JsonNode alter) {
    return words(alter, "change", "algorithm", "beside")
        + (alter.path("repetition").asInt() > 1 ? " #" + alter.path("repetition").asInt() : "");
  }

  private static String words(JsonNode node, String... keys) {
    return Stream.of(keys).map(key -> node.path(key).asText()).collect(Collectors.joining(" "));
  }

  /** Each ALTER with its time and its longest stall. */
  static List<Grid> grids(Shown shown) {
    JsonNode alters = shown.tree().path("alters");
    return alters.isEmpty()
        ? List.of()
        : List.of(
            Grid.ofWords(
                shown.label("ALTER"),
                List.of("change, algorithm, load", "outcome", "ms", "longest stall, ms"),
                each(alters)
                    .map(
                        alter ->
                            List.of(
                                name(alter),
                                alter.at("/ending/outcome").asText(),
                                Numbers.millis(number(alter.at("/ending/afterMs"))),
                                stall(alter)))
                    .toList()));
  }

  /** A lower bound if operations of the load failed during the ALTER or after it. */
  private static String stall(JsonNode alter) {
    boolean failed =
        each(alter.path("load")).skip(1).anyMatch(phase -> phase.path("failed").asLong() > 0);
    return (failed ? ">= " : "") + Numbers.millis(number(alter.path("longestStallMs")));
  }
}
