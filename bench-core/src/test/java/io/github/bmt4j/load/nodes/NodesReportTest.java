package io.github.bmt4j.load.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.Percentiles;
import io.github.bmt4j.load.nodes.NodeFigures.Node;
import io.github.bmt4j.load.nodes.NodeFigures.Point;
import io.github.bmt4j.report.Chart;
import io.github.bmt4j.report.Description;
import io.github.bmt4j.report.Fact;
import io.github.bmt4j.report.Facts;
import io.github.bmt4j.report.Setup;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Distances between nodes whose readings are known. */
class NodesReportTest {
  @Test
  void theLargestDifferenceIsSaidWithTheNumberOfReadingsAndTheirTime() {
    // By binary fractions of a second, so that sums are exact.
    Node first = node("node1", at(0, 0.125, 100, 10), at(1, 1.125, 200, 20), at(2, 2.125, 300, 30));
    Node other =
        node("node2", at(0, 0.125, 100, 10), at(1.125, 1.25, 139, 19), at(2, 2.25, 295, 28));

    assertThat(fact("positions", first, other))
        .contains(
            "nodes at most 61 transactions apart during the load, in 3 readings of all nodes within 250.00 ms");
    assertThat(fact("rows", first, other))
        .contains(
            "300 on each node; nodes at most 2 rows apart during the load, in 3 readings of all nodes within 250.00 ms");
  }

  /** The difference would be that of two moments. */
  @Test
  void answersThatAreNotTogetherAreNoReading() {
    Node first = node("node1", at(0, 0.125, 100, 10), at(1, 1.125, 200, 20), at(2, 2.125, 300, 30));
    Node slow = node("node2", at(0, 0.125, 99, 9), at(1, 1.75, 190, 11), at(2.5, 2.625, 390, 44));

    assertThat(fact("positions", first, slow))
        .contains(
            "nodes at most 1 transaction apart during the load, in 1 reading of all nodes within 125.00 ms");
  }

  /**
   * One that was late by more than half a second answers once in that second, and once in the next.
   */
  @Test
  void aNodeIsNotTakenForAnother() {
    Node late = node("node1", at(0.75, 0.875, 100, 10), at(1, 1.125, 200, 20));
    Node silent = node("node2", at(0, 0.125, 90, 9));

    assertThat(fact("positions", late, silent)).isEmpty();
    assertThat(fact("positions", late, node("node2", at(1, 1.125, 190, 9))))
        .contains(
            "nodes at most 10 transactions apart during the load, in 1 reading of all nodes within 125.00 ms");
  }

  @Test
  void aNodeWithoutAnAnswerLeavesNoReadingAndNoPointOfTheChart() {
    Node first = node("node1", at(0, 0.125, 100, 10), at(1, 1.125, 200, 20));
    Node silent = node("node2", at(0, 0.125, 93, 10), new Point(1, 6, null, null, null, null));

    assertThat(fact("positions", first, silent))
        .contains(
            "nodes at most 7 transactions apart during the load, in 1 reading of all nodes within 125.00 ms");
    Description.Builder built = new Description.Builder(new Setup("", List.of()));
    NodesReport.of(figures(first, silent)).orElseThrow().addCharts(built);
    Chart behind = chart(built, "Transactions behind the most advanced node");
    assertThat(behind.plots().get(0).lines().get(0).y()).containsExactly(0.0, null);
    assertThat(behind.plots().get(1).lines().get(0).y()).containsExactly(7.0, null);
  }

  private static Chart chart(Description.Builder built, String title) {
    return built.judged("VALID", List.of(), List.of()).all(Chart.class).stream()
        .filter(chart -> chart.title().equals(title))
        .findFirst()
        .orElseThrow();
  }

  private static Optional<String> fact(String label, Node... nodes) {
    Description.Builder built = new Description.Builder(new Setup("", List.of()));
    NodesReport.of(figures(nodes)).orElseThrow().add(built);
    return built.judged("VALID", List.of(), List.of()).all(Facts.class).stream()
        .flatMap(facts -> facts.facts().stream())
        .filter(fact -> fact.label().equals(label))
        .map(Fact::text)
        .findFirst();
  }

  private static NodeFigures figures(Node... nodes) {
    return new NodeFigures(
        100, 0, null, "heartbeat", 1.0, 0.5, null, null, List.of(), Arrays.asList(nodes));
  }

  private static Point at(double from, double to, long committed, long rows) {
    return new Point(from, to, to + 0.125, 1.0, committed, rows);
  }

  private static Node node(String name, Point... points) {
    return new Node(
        name,
        "MariaDB 11.4.5",
        Percentiles.times(new Histogram(3), 0),
        null,
        null,
        1.0,
        300L,
        null,
        Map.of(),
        null,
        List.of(points));
  }
}
