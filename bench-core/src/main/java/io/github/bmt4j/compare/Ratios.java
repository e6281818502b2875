package io.github.bmt4j.compare;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.compare.Comparison.Row;
import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.experiment.Figure;
import io.github.bmt4j.report.Grid;
import io.github.bmt4j.report.Grid.Column;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
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
   * @param scenarios what was measured of each, with a side for each server or setting that has
   *     results
   * @param compared their comparisons; none of those that were not compared
   */
  public static Grid of(Map<String, List<Side>> scenarios, Map<String, List<Comparison>> compared) {
    // A scenario that lacks a side neither names nor orders them.
    Map<String, String> byKey = new LinkedHashMap<>();
    scenarios.values().stream()
        .sorted(Comparator.comparing(measured -> -measured.size()))
        .flatMap(List::stream)
        .forEach(side -> byKey.putIfAbsent(key(side), side.name()));
    List<String> keys = List.copyOf(byKey.keySet());
    List<String> sides = List.copyOf(byKey.values());
    boolean two = sides.size() < 3;
    List<List<String>> rows = new ArrayList<>();
    scenarios.forEach(
        (scenario, measured) -> {
          for (int i = 1; i < sides.size(); i++) {
            rows.add(
                row(
                    two ? scenario : scenario + ", " + Side.name(i),
                    side(measured, keys.get(0)),
                    side(measured, keys.get(i)),
                    compared.getOrDefault(scenario, List.of())));
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

  /** The side as its results are labelled: its name may depend on the others of its scenario. */
  private static String key(Side side) {
    Map<String, String> labels = side.results().get(0).labels();
    String key = labels.getOrDefault("target", "") + " " + labels.getOrDefault("setting", "");
    return key.isBlank() ? side.name() : key;
  }

  private static Side side(List<Side> measured, String key) {
    return measured.stream()
        .filter(side -> key(side).equals(key))
        .findFirst()
        .orElseGet(() -> new Side(key, List.of()));
  }

  /**
   * A row, without figures of results that must not be used. CPU time is the server's, where it was
   * measured, or else the client's.
   */
  private static List<String> row(String scenario, Side a, Side b, List<Comparison> compared) {
    boolean both = !a.results().isEmpty() && !b.results().isEmpty();
    List<Row> figures =
        both
            ? compared.stream()
                .filter(one -> one.sides().equals(List.of(a, b)))
                .findFirst()
                .map(Comparison::rows)
                .orElse(List.of())
            : InvalidRuns.reasons(List.of(a, b)).isEmpty() ? Comparison.rows(a, b, 1) : List.of();
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
        both ? main.map(row -> row.verdict().toString()).orElse("not compared") : "no result");
  }

  private static String amount(Optional<Row> row, int side) {
    return row.map(found -> found.amounts().get(side)).orElse("-");
  }
}
