package io.github.bmt4j.compare;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.experiment.RunStore.Stored;
import io.github.bmt4j.report.Grid;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RatiosTest extends StoredResults {
  private Stored run(double tps, double cpu) throws IOException {
    return run(
        node -> {
          ((ObjectNode) node.at("/throughput")).put("tps", tps);
          ((ObjectNode) node.at("/client")).put("cpuMicrosPerQuery", cpu);
        });
  }

  private Side side(String name, double tps) throws IOException {
    return new Side(
        name, List.of(run(0.99 * tps, 20), run(tps, 20), run(tps / 0.99, 20), run(tps, 20)));
  }

  @Test
  void eachScenarioHasARatioWithItsIntervalAndCpuTime() throws IOException {
    Side old = side("mysql:8.4", 100);
    Side fresh = side("mysql:9.7", 150);
    Map<String, List<Comparison>> scenarios = new LinkedHashMap<>();
    scenarios.put("point-query", Comparison.withFirst(List.of(old, fresh)));
    scenarios.put("scan", List.of());
    Grid table = Ratios.of(scenarios);

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

  @Test
  void eachFurtherSideHasALineOfItsOwn() throws IOException {
    List<Side> sides = List.of(side("x", 100), side("y", 150), side("z", 50));
    Grid table = Ratios.of(Map.of("scan", Comparison.withFirst(sides)));

    assertThat(table.title()).endsWith(": A is x, B is y, C is z");
    assertThat(table.rows()).extracting(row -> row.get(0)).containsExactly("scan, B", "scan, C");
    assertThat(table.rows()).extracting(row -> row.get(3)).containsExactly("1.50", "0.50");
  }

  /** The widest lines of the preset microbench. */
  @Test
  void ratiosAndTimesFitEightyColumns() throws IOException {
    String longest = "range-not-covered-secondary";
    List<Side> sides = List.of(side("A", 10_000), side("B", 12_000));
    String text = Ratios.of(Map.of(longest, Comparison.withFirst(sides))).text(80);

    assertThat(text.lines().toList().get(0)).contains("95 %", "CPU A", "CPU B");
    assertThat(text.lines()).allMatch(line -> line.length() <= 80);
  }
}
