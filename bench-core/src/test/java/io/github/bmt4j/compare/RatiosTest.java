package io.github.bmt4j.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.experiment.Given;
import io.github.bmt4j.experiment.RunStore.Stored;
import io.github.bmt4j.report.Grid;
import io.github.bmt4j.sampling.SampleSeries;
import io.github.bmt4j.sampling.ServerSeries;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RatiosTest extends StoredResults {
  /** A run of 20 queries a transaction, in which the client has 20 µs of CPU time a query. */
  private static Consumer<ObjectNode> figures(double tps, @Nullable Double serverMicros) {
    return node -> {
      ((ObjectNode) node.at("/throughput")).put("tps", tps).put("qps", 20 * tps);
      ((ObjectNode) node.at("/client")).put("cpuMicrosPerQuery", 20);
      if (serverMicros != null) {
        ServerSeries series = SampleSeries.of(null, 20 * tps * serverMicros / 1e6);
        node.set("serverSeries", new ObjectMapper().valueToTree(series));
      }
    };
  }

  private Side side(String name, double tps, @Nullable Double serverMicros) throws IOException {
    List<Stored> runs = new ArrayList<>();
    for (double each : new double[] {0.99 * tps, tps, tps / 0.99, tps}) {
      runs.add(run(figures(each, serverMicros)));
    }
    return new Side(name, runs);
  }

  private Side side(String name, double tps) throws IOException {
    return side(name, tps, null);
  }

  private static Grid table(Map<String, List<Side>> scenarios) {
    Map<String, List<Comparison>> compared = new LinkedHashMap<>();
    scenarios.forEach((scenario, sides) -> compared.put(scenario, Comparison.withFirst(sides)));
    return Ratios.of(scenarios, compared);
  }

  @Test
  void eachScenarioHasARatioWithItsIntervalAndCpuTime() throws IOException {
    Side old = side("mysql:8.4", 100);
    Side fresh = side("mysql:9.7", 150);
    Map<String, List<Side>> scenarios = new LinkedHashMap<>();
    scenarios.put("point-query", List.of(old, fresh));
    scenarios.put("scan", List.of(old, fresh));
    Grid table =
        Ratios.of(scenarios, Map.of("point-query", Comparison.withFirst(List.of(old, fresh))));

    assertThat(table.title()).endsWith(": A is mysql:8.4, B is mysql:9.7");
    assertThat(table.head())
        .containsExactly("scenario", "A", "B", "ratio", "95 %", "CPU A", "CPU B", "verdict");
    assertThat(table.rows().get(0))
        .startsWith("point-query", "100/s", "150/s", "1.50")
        .endsWith("20 µs", "20 µs", "better");
    assertThat(table.rows().get(0).get(4)).matches("1\\.4\\d … 1\\.5\\d");
    assertThat(table.rows().get(1))
        .containsExactly("scan", "-", "-", "-", "-", "-", "-", "not compared");
  }

  /** The client's 20 µs on either side are not shown. */
  @Test
  void theServersCpuTimeIsShownWhereItWasMeasured() throws IOException {
    List<Side> sides = List.of(side("mysql:8.4", 100, 35.0), side("mysql:9.7", 150, 42.0));

    assertThat(table(Map.of("scan", sides)).rows().get(0))
        .startsWith("scan", "100/s", "150/s", "1.50")
        .endsWith("35 µs", "42 µs", "better");
  }

  @Test
  void aSideWithoutAServersCpuTimeHasNone() throws IOException {
    List<Side> sides = List.of(side("a", 100, 35.0), side("b", 150));

    assertThat(table(Map.of("scan", sides)).rows().get(0)).endsWith("35 µs", "-", "better");
  }

  /** The side that was measured alone has another name there than among others. */
  @Test
  void aScenarioThatLacksASideHasItsLine() throws IOException {
    Side old = side("host-a", 100, 35.0);
    Map<String, List<Side>> scenarios = new LinkedHashMap<>();
    scenarios.put("without-a", List.of(labelled("b", side("b", 80, 42.0))));
    scenarios.put("both", List.of(labelled("a", old), labelled("b", side("host-b", 150, 40.0))));
    scenarios.put("without-b", List.of(labelled("a", side("a", 70))));
    Grid table = table(scenarios);

    assertThat(table.title()).endsWith(": A is host-a, B is host-b");
    assertThat(table.rows().get(0))
        .containsExactly("without-a", "-", "80/s", "-", "-", "-", "42 µs", "no result");
    assertThat(table.rows().get(1)).startsWith("both", "100/s", "150/s", "1.50");
    assertThat(table.rows().get(2))
        .containsExactly("without-b", "70/s", "-", "-", "-", "20 µs", "-", "no result");
  }

  @Test
  void withThreeSidesEachLineSaysWhatIsMissing() throws IOException {
    Map<String, List<Side>> scenarios = new LinkedHashMap<>();
    scenarios.put("all", List.of(side("x", 100), side("y", 150), side("z", 50)));
    scenarios.put("one", List.of(side("y", 150)));

    assertThat(table(scenarios).rows())
        .extracting(row -> row.subList(0, 3), row -> row.get(7))
        .containsSequence(
            tuple(List.of("one, B", "-", "150/s"), "no result"),
            tuple(List.of("one, C", "-", "-"), "no result"));
  }

  @Test
  void aResultThatMustNotBeUsedHasNoFigures() throws IOException {
    Side invalid = new Side("x", List.of(sample("run-failed")));
    Map<String, List<Side>> scenarios = new LinkedHashMap<>();
    scenarios.put("both", List.of(side("x", 100), side("y", 150)));
    scenarios.put("x-only", List.of(invalid));

    assertThat(table(scenarios).rows().get(1))
        .containsExactly("x-only", "-", "-", "-", "-", "-", "-", "no result");
  }

  private static Side labelled(String target, Side side) {
    return new Side(
        side.name(),
        side.results().stream()
            .map(
                one ->
                    new Stored(
                        one.folder(), one.result(), new Given(Map.of("target", target), List.of())))
            .toList());
  }

  @Test
  void eachFurtherSideHasALineOfItsOwn() throws IOException {
    List<Side> sides = List.of(side("x", 100), side("y", 150), side("z", 50));
    Grid table = table(Map.of("scan", sides));

    assertThat(table.title()).endsWith(": A is x, B is y, C is z");
    assertThat(table.rows()).extracting(row -> row.get(0)).containsExactly("scan, B", "scan, C");
    assertThat(table.rows()).extracting(row -> row.get(3)).containsExactly("1.50", "0.50");
  }

  /** The widest lines of the preset microbench. */
  @Test
  void ratiosAndTimesFitEightyColumns() throws IOException {
    String longest = "range-not-covered-secondary";
    List<Side> sides = List.of(side("A", 10_000), side("B", 12_000));
    String text = table(Map.of(longest, sides)).text(80);

    assertThat(text.lines().toList().get(0)).contains("95 %", "CPU A", "CPU B");
    assertThat(text.lines()).allMatch(line -> line.length() <= 80);
  }
}
