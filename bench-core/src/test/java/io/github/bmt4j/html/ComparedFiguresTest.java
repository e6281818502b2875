package io.github.bmt4j.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.bmt4j.compare.Answer;
import io.github.bmt4j.compare.Comparison;
import io.github.bmt4j.compare.Comparison.Row;
import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.compare.Published;
import io.github.bmt4j.compare.Ranking;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.experiment.RunStore;
import io.github.bmt4j.experiment.RunStore.Stored;
import io.github.bmt4j.html.HtmlReport.Part;
import io.github.bmt4j.html.HtmlReport.Study;
import io.github.bmt4j.report.Grid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every figure of several results: terminal, page and JSON have one value, and the headline's
 * numbers are among them.
 */
class ComparedFiguresTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern NUMBER = Pattern.compile("(?:>= )?\\d[\\d.,]*(?:/s| ms)");

  @TempDir Path folder;

  private int stored;

  /** Runs whose medians and means are in another order. */
  private static final double[] OLD = {100, 150, 151};

  private static final double[] NEW = {149, 140, 141};

  @ParameterizedTest
  @ValueSource(
      strings = {"run", "run-kinds", "sweep", "failover", "alter", "catch-up", "statements"})
  void terminalPageAndJsonHaveTheSameValues(String sample) throws IOException {
    List<Side> sides = List.of(side(sample, "old", OLD), side(sample, "new", NEW));
    Comparison compared = Comparison.withFirst(sides).get(0);
    JsonNode page = Pieces.of(new Part("", sides, null), problem -> {});
    JsonNode json = ResultJson.tree(compared.table());
    List<String> lines = compared.text(1_000, true).lines().toList();
    List<JsonNode> shown = new ArrayList<>();
    page.path("intervals").forEach(one -> one.path("rows").forEach(shown::add));

    assertThat(Comparison.obstacles(List.of(compared))).isEmpty();
    assertThat(shown).hasSameSizeAs(compared.rows());
    assertThat(compared.rows()).isNotEmpty();
    for (int i = 0; i < compared.rows().size(); i++) {
      Row row = compared.rows().get(i);
      List<String> cells = row.cells();
      assertThat(shown.get(i).path("valueA").asText()).isEqualTo(row.amounts().get(0));
      assertThat(shown.get(i).path("valueB").asText()).isEqualTo(row.amounts().get(1));
      assertThat(shown.get(i).path("shown").asText()).isEqualTo(cells.get(3));
      assertThat(shown.get(i).path("figure").asText())
          .isEqualTo(cells.get(0).equals("tps") ? "transactions/s" : cells.get(0));
      assertThat(Stream.of("change", "low", "high").map(shown.get(i)::path))
          .filteredOn(JsonNode::isNumber)
          .extracting(JsonNode::asDouble)
          .isEqualTo(row.percent());
      assertThat(shown.get(i).path("verdict").asText()).isEqualTo(row.verdict().toString());
      assertThat(json.at("/figures/" + i + "/amounts/0").asText()).isEqualTo(cells.get(1));
      assertThat(json.at("/figures/" + i + "/amounts/1").asText()).isEqualTo(cells.get(2));
      assertThat(lines)
          .anyMatch(
              line ->
                  line.contains(cells.get(0))
                      && line.contains(cells.get(1))
                      && line.contains(cells.get(2))
                      && line.contains(cells.get(3)));
    }
    assertThat(page.path("title").asText()).isEqualTo(json.path("answer").asText() + " · bmt");
    assertThat(numbers(json.path("answer").asText().replaceAll(" \\([^)]*\\)", "")))
        .isSubsetOf(compared.rows().get(0).amounts());
  }

  /** A study's table, its answer and the places have the values of the comparisons. */
  @Test
  void aStudyHasOneCentre() throws IOException {
    List<Side> sides = List.of(side("run", "old", OLD), side("run", "new", NEW));
    List<Comparison> compared = Comparison.withFirst(sides);
    List<String> amounts = compared.get(0).rows().get(0).amounts();
    List<Part> parts = List.of(new Part("s", sides, null), new Part("t", sides, null));
    String answer = Answer.ofStudy(Map.of("s", compared, "t", compared));
    JsonNode page =
        ResultJson.tree(
            HtmlReport.data(
                new Study("x", answer, StudyTable.of(parts), parts, null), problem -> {}));

    assertThat(page.at("/title").asText())
        .isEqualTo("No side is shown to be first in any of 2 scenarios · bmt");
    JsonNode table = page.at("/pieces/2/rows");
    assertThat(table.at("/0"))
        .extracting(JsonNode::asText)
        .containsExactly("your own, old", amounts.get(0), amounts.get(0));
    assertThat(table.at("/1"))
        .extracting(JsonNode::asText)
        .containsExactly("your own, new", amounts.get(1), amounts.get(1));
    assertThat(Ranking.of(compared)).contains("new  " + amounts.get(1), "old  " + amounts.get(0));
  }

  /** A page has no room for a column of each; a single part with an answer shows that, too. */
  @Test
  void manyScenariosHaveALineEach() throws IOException {
    Side side = side("run", "old", OLD);
    List<Part> parts =
        IntStream.range(0, StudyTable.MANY)
            .mapToObj(i -> new Part("s" + i, List.of(side), null))
            .toList();
    Grid table = (Grid) StudyTable.of(parts).get(0);

    assertThat(table.head()).containsExactly("scenario", "your own, old");
    assertThat(table.rows()).hasSize(StudyTable.MANY);
    assertThat(table.rows().get(9).get(0)).isEqualTo("s9");
    assertThat(table.rows().get(9).get(1)).isEqualTo(table.rows().get(0).get(1)).endsWith("/s");

    Study one = new Study("search", "The least is 5 to 6", List.of(), parts.subList(0, 1), null);
    assertThat(ResultJson.tree(HtmlReport.data(one, problem -> {})).at("/title").asText())
        .isEqualTo("The least is 5 to 6 · bmt");
  }

  /** Own figures next to published ones, and those of a report of one side. */
  @Test
  void figuresOfASideAreThoseOfItsComparison() throws IOException {
    List<Side> sides = List.of(side("run", "old", OLD), side("run", "new", NEW));
    Row tps = Comparison.withFirst(sides).get(0).rows().get(0);
    Published published = HtmlPublishedTest.published("tps", "tps", "1/s");
    JsonNode beside = Pieces.of(new Part("", sides, published), problem -> {});
    JsonNode alone = Pieces.of(new Part("", sides.subList(0, 1), null), problem -> {});

    assertThat(beside.path("grids"))
        .anyMatch(
            grid ->
                grid.at("/rows/0/4").asText().equals(String.format("%.2f", tps.valueA()))
                    && grid.at("/rows/0/5").asText().equals("mean of 3"));
    assertThat(alone.at("/grids/0/rows/0/1").asText()).isEqualTo(tps.amounts().get(0));
    String p50 = Objects.requireNonNull(Comparison.values(sides.get(0)).get("p50")).amount();
    assertThat(alone.at("/grids/1/rows"))
        .extracting(row -> row.path(2).asText(), row -> row.path(3).asText())
        .containsExactly(tuple("100/s", p50), tuple("150/s", p50), tuple("151/s", p50));
    assertThat(alone.at("/heading/0/text").asText())
        .isEqualTo(
            "Transactions a second " + tps.amounts().get(0) + ", the mean of 3 runs; 100 to 151/s");
  }

  private static List<String> numbers(String sentence) {
    Matcher number = NUMBER.matcher(sentence);
    List<String> all = new ArrayList<>();
    while (number.find()) {
      all.add(number.group());
    }
    return all;
  }

  /** Results of a sample with another throughput each; of kinds without one, all alike. */
  private Side side(String sample, String name, double... tps) throws IOException {
    List<Stored> results = new ArrayList<>();
    for (double one : tps) {
      Path run = folder.resolve("2026112%dT100000Z-%s".formatted(stored++, name));
      Files.createDirectory(run);
      ObjectNode tree =
          (ObjectNode)
              JSON.readTree(
                  Path.of("src", "test", "resources", "stored-results", sample, "result.json")
                      .toFile());
      ((ObjectNode) tree.path("verdict")).put("status", "VALID").putArray("reasons");
      if (tree.path("throughput").isObject()) {
        ((ObjectNode) tree.path("throughput")).put("tps", one);
      }
      JSON.writeValue(run.resolve("result.json").toFile(), tree);
      results.add(new RunStore(folder).read(run.toString()));
    }
    return new Side(name, results);
  }
}
