package io.github.bmt4j.compare;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.compare.Comparison.Row;
import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.experiment.Figure;
import io.github.bmt4j.report.Grid;
import io.github.bmt4j.report.Grid.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Several scenarios in one table: for each, the main figure of a side and of the first one, their
 * ratio with its interval, and the CPU time of a query.
 */
public final class Ratios {
  private Ratios() {}

  /**
   * The table.
   *
   * @param scenarios comparisons by the name of what was measured; none where it was not compared
   */
  public static Grid of(Map<String, List<Comparison>> scenarios) {
    List<String> sides =
        scenarios.values().stream()
            .flatMap(List::stream)
            .flatMap(one -> one.sides().stream())
            .map(Side::name)
            .distinct()
            .toList();
    boolean two = sides.size() < 3;
    List<List<String>> rows = new ArrayList<>();
    scenarios.forEach(
        (scenario, all) -> {
          if (all.isEmpty()) {
            rows.add(row(scenario, List.of()));
          }
          for (Comparison one : all) {
            String other = ", " + Side.name(sides.indexOf(one.sides().get(1).name()));
            boolean toA = one.sides().get(0).name().equals(sides.get(0));
            rows.add(row(two ? scenario : scenario + other, toA ? one.rows() : List.of()));
          }
        });
    String names =
        IntStream.range(0, sides.size())
            .mapToObj(i -> Side.name(i) + " is " + sides.get(i))
            .collect(Collectors.joining(", "));
    String other = two ? "B" : "other";
    return new Grid(
        "Ratios to A with their 95 % intervals, and the server's CPU time a query, or else the"
            + " client's: "
            + names,
        List.of(
            new Column("scenario", -8, 0),
            new Column("A", 8, 0),
            new Column(other, 8, 0),
            new Column("ratio", 5, 0),
            new Column("95 %", 11, 0),
            new Column("CPU A", 6, 1),
            new Column("CPU " + other, 6, 1),
            new Column("verdict", -7, 2)),
        rows);
  }

  /** A row; CPU time is the server's, where it was measured, or else the client's. */
  private static List<String> row(String scenario, List<Row> figures) {
    Optional<Row> main = figures.stream().findFirst();
    Optional<Row> cpu =
        Stream.of(Figure.SERVER_CPU, Figure.CLIENT_CPU)
            .flatMap(name -> figures.stream().filter(row -> row.figure().equals(name)))
            .findFirst();
    List<String> times =
        main.map(Row::percent).orElse(List.of()).stream()
            .map(percent -> words("%.2f", 1 + percent / 100))
            .toList();
    return List.of(
        scenario,
        amount(main, 0),
        amount(main, 1),
        times.isEmpty() ? "-" : times.get(0),
        times.isEmpty() ? "-" : times.get(1) + " … " + times.get(2),
        amount(cpu, 0),
        amount(cpu, 1),
        main.map(row -> row.verdict().toString()).orElse("not compared"));
  }

  private static String amount(Optional<Row> row, int side) {
    return row.map(found -> found.amounts().get(side)).orElse("-");
  }
}
