package io.github.bmt4j.html;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.compare.Published;
import io.github.bmt4j.compare.ShownChange;
import io.github.bmt4j.experiment.RunStore;
import io.github.bmt4j.experiment.RunStore.Stored;
import io.github.bmt4j.html.HtmlReport.Part;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pages of results that bmt stored. */
class HtmlReportTest {
  static final String HOSTILE =
      "</script><script>document.documentElement.dataset.owned=1</script>"
          + "<img src='/leak' onerror='document.documentElement.dataset.owned=2'>&quot;'";

  private static final Path SAMPLES = Path.of("src", "test", "resources", "stored-results");

  @TempDir Path folder;

  private final List<String> problems = new ArrayList<>();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "run | charts | Throughput over time; p95 of response time over time; Largest response time"
            + " over time; Errors over time",
        "run-open | charts | Throughput over time; p95 of response time over time; Largest response"
            + " time over time; Arrivals that wait",
        "run-kinds | charts | Throughput over time; p95 of response time over time; Largest"
            + " response time over time; Throughput by kind over time; p95 by kind over time",
        "sweep | charts | Throughput by threads; Response time by threads, p95",
        "balance | charts | Balance: operations of each server; Balance: connections of each"
            + " server",
        "alter | charts | Longest stall of the load during ALTER; Throughput of the load during"
            + " ALTER",
        "statements-ladder | charts | Time until the last row, by rows of the table",
        "run-failed | grids | Times; Errors by code",
        "alter | grids | Each ALTER",
        "failover | grids | Each repetition; Figures; Errors",
        "failover | timelines | timeline of #2; timeline of #1",
        "failover-unrecovered | timelines | timeline of #1, INVALID"
      })
  void aKindHasItsCharts(String sample, String part, String titles) {
    assertThat(data(SAMPLES.resolve(sample)).path(part))
        .extracting(one -> one.path("title").asText())
        .filteredOn(title -> !title.isEmpty())
        .containsExactly(titles.split("; "));
  }

  @Test
  void everySampleIsShownWithItsVerdictItsTextAndItsEnvironment() throws IOException {
    try (Stream<Path> samples = Files.list(SAMPLES)) {
      for (Path sample : samples.toList()) {
        JsonNode data = data(sample);
        String text = data.path("pre").path(data.path("pre").size() - 1).path("text").asText();
        assertThat(text).as("%s", sample).contains("VALID");
        assertThat(data.at("/settings/0/rows")).as("%s", sample).isNotEmpty();
        String outcome = data.at("/sure/0/chips/0/text").asText();
        assertThat(outcome.equals("VALID")).as("%s", sample).isEqualTo(!data.has("banner"));
        assertThat(data.path("title").asText())
            .as("%s", sample)
            .startsWith(data.at("/heading/0/text").asText())
            .endsWith(" · bmt");
      }
    }
  }

  @Test
  void valuesOfEachIntervalAreInTheChart() {
    JsonNode chart = data(SAMPLES.resolve("run")).at("/charts/0/plots/0");

    assertThat(chart.path("x"))
        .extracting(JsonNode::asDouble)
        .containsExactly(1.0001, 2.0073, 3.0067);
    assertThat(chart.at("/lines/0/y"))
        .extracting(JsonNode::asDouble)
        .containsExactly(550.95, 631.44, 478.3);
  }

  @Test
  void anOutageThatDidNotEndIsOpenToTheEndOfTheObservation() {
    JsonNode lanes = data(SAMPLES.resolve("failover-unrecovered")).at("/timelines/0/lanes");

    assertThat(lanes.at("/0/label").asText()).isEqualTo("application writes");
    JsonNode out = lanes.at("/0/spans").path(lanes.at("/0/spans").size() - 1);
    assertThat(out.path("open").asBoolean()).isTrue();
    assertThat(out.path("tone").asText()).isEqualTo("BAD");
    assertThat(out.path("to").asDouble() - out.path("from").asDouble())
        .isCloseTo(7995.77, within(0.01));
    assertThat(lanes.at("/2/spans")).noneMatch(span -> span.path("open").asBoolean());
  }

  @Test
  void whatMakesAResultInvalidIsTheFirstReasonNotToTrustIt() {
    assertThat(data(SAMPLES.resolve("run-failed")).path("text"))
        .extracting(one -> one.path("text").asText())
        .filteredOn(text -> text.startsWith("INVALID: ") || text.startsWith("client and server"))
        .first()
        .isEqualTo("INVALID: 42 of 672 operations did not succeed (6.3 %)");
  }

  @Test
  void anInvalidStepOfASweepIsInNoLine() throws IOException {
    Path sweep =
        edited("sweep", one -> ((ObjectNode) one.at("/steps/1/verdict")).put("status", "INVALID"));
    JsonNode lines = data(sweep).at("/charts/0/plots/0/lines");

    assertThat(lines.at("/0/y/0").isNumber()).isTrue();
    assertThat(lines.at("/0/y/1").isNull()).isTrue();
    assertThat(lines.at("/1/y/1").isNumber()).isTrue();
    assertThat(lines.at("/1/invalid").asBoolean()).isTrue();
  }

  @Test
  void stepsOfASweepAscendInItsChartsInWhateverOrderTheyWereMeasured() throws IOException {
    JsonNode charts = data(SAMPLES.resolve("sweep")).path("charts");
    Path turned =
        edited(
            "sweep",
            one -> {
              ArrayNode steps = (ArrayNode) one.path("steps");
              steps.add(steps.remove(0));
            });

    assertThat(charts.at("/0/plots/0/x")).extracting(JsonNode::asInt).containsExactly(1, 2);
    assertThat(data(turned).path("charts")).isEqualTo(charts);
  }

  @Test
  void theLongestStallIsALowerBoundWhereOperationsFailedDuringTheAlter() throws IOException {
    Path alter =
        edited(
            "alter",
            one -> {
              ((ObjectNode) one.at("/alters/0/load/1")).put("failed", 3);
              ((ObjectNode) one.at("/alters/1/load/0")).put("failed", 3);
            });
    JsonNode rows =
        all(data(alter).path("grids"))
            .filter(grid -> grid.path("title").asText().equals("Each ALTER"))
            .findFirst()
            .orElseThrow()
            .path("rows");

    assertThat(rows.at("/0/11").asText()).isEqualTo(">= 126.62");
    assertThat(rows.at("/1/11").asText()).isEqualTo("45.15");
  }

  @Test
  void eachKindHasALineInItsChartsAndInTheTable() throws IOException {
    Path run = SAMPLES.resolve("run-kinds");
    JsonNode stored = new ObjectMapper().readTree(run.resolve("result.json").toFile());
    JsonNode data = data(run);

    List<String> keys = List.of("tps", "percentileMs");
    for (int chart = 0; chart < 2; chart++) {
      JsonNode lines = data.at("/charts/" + (3 + chart) + "/plots/0/lines");
      assertThat(lines)
          .extracting(line -> line.path("label").asText())
          .containsExactly("pay.sql", "look.sql");
      for (int kind = 0; kind < 2; kind++) {
        String figure = "/kinds/" + kind + "/" + keys.get(chart);
        assertThat(lines.get(kind).path("y"))
            .extracting(JsonNode::asDouble)
            .hasSize(3)
            .containsExactlyElementsOf(
                all(stored.path("intervals")).map(one -> one.at(figure).asDouble()).toList());
      }
    }
    assertThat(data.path("pre").path(data.path("pre").size() - 1).path("text").asText())
        .containsPattern(
            " {2}by kind +count +share .*\\R {2}pay.sql +[\\d,]+ .* [\\d,]+\\R {2}look.sql +[\\d,]+"
                + " .* 0");
  }

  /** The last slice is 57.1919 ms long, and node2 did 7 operations in it. */
  @Test
  void operationsOfAServerAreThoseOfASecondInAShorterSliceToo() {
    JsonNode charts = data(SAMPLES.resolve("balance-no-loss")).path("charts");
    JsonNode node2 = charts.at("/0/plots/0/lines/1");

    assertThat(charts.at("/0/y").asText()).isEqualTo("operations/s");
    assertThat(node2.path("label").asText()).isEqualTo("node2");
    assertThat(node2.at("/y/4").asDouble()).isEqualTo(103);
    assertThat(node2.at("/y/5").asDouble()).isCloseTo(7 / 0.0571919, within(1e-6));
    assertThat(charts.at("/1/plots/0/lines/1/y/4").asInt()).isEqualTo(5);
  }

  @Test
  void runsOfASideHaveOneColourAndOneHeatMap() throws IOException {
    Path first = ResponseTimeChartsTest.twoIntervals(copy("run"));
    Path invalid = ResponseTimeChartsTest.twoIntervals(copy("run-failed"));
    Stored one = new RunStore(first).read(first.toString());
    List<Side> sides =
        List.of(
            new Side("A", List.of(one, one)),
            new Side("B", List.of(one, new RunStore(invalid).read(invalid.toString()))));
    JsonNode data = data(sides, null, problems::add);

    assertThat(data.at("/charts/0/plots"))
        .extracting(plot -> plot.at("/lines/0/label").asText())
        .containsExactly("A", "B1 tps", "B2 tps (INVALID)");
    assertThat(data.at("/charts/0/plots"))
        .extracting(plot -> plot.at("/lines/0/side").asInt())
        .containsExactly(0, 1, 1);
    assertThat(data.at("/charts/0/plots/0/lines/0/low"))
        .hasSameSizeAs(data.at("/charts/0/plots/0/x"));
    assertThat(data.path("charts"))
        .filteredOn(chart -> chart.has("heat"))
        .extracting(chart -> chart.path("title").asText())
        .containsExactly(
            "Response times over time of A, 2 runs over each other",
            "Response times over time of B",
            "Response times over time of B (INVALID)");
    assertThat(heatMap(data).at("/heat/columns").toString())
        .isEqualTo("[[0,60],[],[8,4,0,0,0,0,0,0,0,0,2]]");
    assertThat(heatMap(data).at("/heat/seconds/0").asDouble()).isEqualTo(2);

    JsonNode alone = data(first);
    assertThat(alone.at("/charts/1/plots/0/lines")).hasSize(1).noneMatch(line -> line.has("side"));
  }

  static JsonNode heatMap(JsonNode data) {
    return all(data.path("charts")).filter(chart -> chart.has("heat")).findFirst().orElseThrow();
  }

  @Test
  void sidesAreComparedWithTheFirstAndOtherWorkIsNot() {
    Path run = SAMPLES.resolve("run");
    JsonNode same = data(run, run, run);
    assertThat(same.path("intervals"))
        .extracting(one -> one.path("title").asText())
        .containsExactly(
            "B compared with A: change of each figure with its 95 % interval",
            "C compared with A: change of each figure with its 95 % interval");
    assertThat(same.at("/intervals/0/rows/0/verdict").asText()).isEqualTo("too few");
    assertThat(same.at("/pre/0/text").asText()).startsWith("by tps, without places");
    assertThat(marked(same)).isEmpty();

    JsonNode other = data(run, SAMPLES.resolve("run-failed"));
    assertThat(other.path("banner")).hasSize(1);
    assertThat(other.at("/banner/0/lines"))
        .extracting(JsonNode::asText)
        .anyMatch(line -> line.startsWith("B (6195ea7f): "))
        .anyMatch(line -> line.startsWith("other work: "));
    assertThat(other.at("/heading/0/text").asText()).isEqualTo("Not comparable");
    assertThat(other.path("title").asText()).startsWith("Not comparable: B: result 6195ea7f is");
    assertThat(other.path("tone").asText()).isEqualTo("BAD");
    assertThat(other.has("intervals")).isFalse();
    assertThat(other.at("/grids/0/head")).hasSize(3);
    assertThat(marked(other)).contains("scenario.load.threads", "scenario.parameters.table-size");
  }

  /** The settings that differ, of all. */
  private static List<String> marked(JsonNode data) {
    JsonNode all = data.path("settings").path(data.path("settings").size() - 1);
    return IntStream.range(0, all.path("rows").size())
        .filter(row -> all.path("marked").path(row).asBoolean())
        .mapToObj(row -> all.path("rows").path(row).path(0).asText())
        .toList();
  }

  @Test
  void hostileTextIsInNoMarkup() throws IOException {
    String hostile = page(hostile(copy("run")));
    String clean = page(SAMPLES.resolve("run"));

    assertThat(hostile.split("(?i)<script", -1)).hasSameSizeAs(clean.split("(?i)<script", -1));
    assertThat(hostile).doesNotContain("<img", "'/leak'>", "{{");
    int begin = hostile.indexOf("id=\"data\">") + "id=\"data\">".length();
    String json = hostile.substring(begin, hostile.indexOf("</script>", begin));
    JsonNode data = new ObjectMapper().readTree(json);
    assertThat(data.findValues("rows").toString())
        .contains(new ObjectMapper().writeValueAsString(HOSTILE));
  }

  /** Makes every text of an error and the description of the server hostile. */
  static Path hostile(Path run) throws IOException {
    ObjectMapper json = new ObjectMapper();
    String text = Files.readString(run.resolve("result.json"));
    String put = json.writeValueAsString(HOSTILE);
    Files.writeString(
        run.resolve("result.json"),
        text.replaceAll(
            "\"(message|description|workload)\" : \"[^\"]*\"",
            "\"$1\" : " + Matcher.quoteReplacement(put)));
    return run;
  }

  private static Stream<JsonNode> all(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false);
  }

  private Path edited(String sample, Consumer<JsonNode> edit) throws IOException {
    Path file = copy(sample).resolve("result.json");
    JsonNode stored = new ObjectMapper().readTree(file.toFile());
    edit.accept(stored);
    Files.writeString(file, stored.toString());
    return file.resolveSibling("");
  }

  private Path copy(String sample) throws IOException {
    return copy(sample, folder);
  }

  static Path copy(String sample, Path folder) throws IOException {
    Path copy = Files.createDirectory(folder.resolve(sample));
    Files.copy(SAMPLES.resolve(sample).resolve("result.json"), copy.resolve("result.json"));
    return copy;
  }

  private JsonNode data(Path... runs) {
    return data(sides(runs), null, problems::add);
  }

  static JsonNode data(List<Side> sides, @Nullable Published published, Consumer<String> problems) {
    JsonNode data = Pieces.of(new Part("", sides, published), problems);
    data.path("intervals")
        .forEach(
            one ->
                one.path("rows")
                    .forEach(
                        row ->
                            ShownChange.cells(texts(row, "figure", "valueA", "valueB", "shown"))));
    return data;
  }

  private static List<String> texts(JsonNode row, String... keys) {
    return Stream.of(keys).map(key -> row.path(key).asText()).toList();
  }

  private String page(Path run) {
    String page = HtmlReport.of(sides(run), problems::add);
    assertThat(page.getBytes(UTF_8).length).isLessThan(200_000);
    return page;
  }

  static List<Side> sides(Path... runs) {
    List<Side> sides = new ArrayList<>();
    for (Path run : runs) {
      String name = String.valueOf((char) ('A' + sides.size()));
      sides.add(new Side(name, List.of(new RunStore(run).read(run.toString()))));
    }
    return sides;
  }
}
