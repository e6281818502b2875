package io.github.bmt4j.html;

import io.github.bmt4j.compare.Comparison;
import io.github.bmt4j.compare.Comparison.Row;
import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.compare.Comparison.Value;
import io.github.bmt4j.experiment.Figure;
import io.github.bmt4j.experiment.RunStore.Stored;
import io.github.bmt4j.html.Piece.Interval;
import io.github.bmt4j.html.Piece.Intervals;
import io.github.bmt4j.report.Grid;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Figures of several results: changes, figures of each side, figures of each run. */
final class ComparedFigures {
  /** Columns of figures of a run. */
  private static final int MOST = 5;

  private ComparedFigures() {}

  static String title(Comparison one) {
    return one.sides().get(1).name() + " compared with " + one.sides().get(0).name();
  }

  static Intervals intervals(Comparison one, List<Row> rows) {
    return new Intervals(
        title(one) + ": change of each figure with its 95 % interval",
        one.sides().get(0).name(),
        one.sides().get(1).name(),
        rows.stream().map(ComparedFigures::interval).toList());
  }

  private static Interval interval(Row row) {
    List<String> cells = row.cells();
    List<Double> ends = row.percent();
    boolean some = !ends.isEmpty();
    return new Interval(
        row.figure().equals("tps") ? "transactions/s" : row.figure(),
        some ? ends.get(0) : null,
        some ? ends.get(1) : null,
        some ? ends.get(2) : null,
        cells.get(3),
        cells.get(1),
        cells.get(2),
        row.verdict().toString());
  }

  static Grid ofSides(List<Side> sides) {
    List<Map<String, Value>> all = sides.stream().map(Comparison::values).toList();
    List<String> names = all.stream().flatMap(one -> one.keySet().stream()).distinct().toList();
    List<String> columns =
        all.size() == 1 ? List.of("value") : sides.stream().map(Side::name).toList();
    return Grid.ofWords(
        "",
        Stream.concat(Stream.of("figure"), columns.stream()).toList(),
        names.stream()
            .map(
                name ->
                    Stream.concat(
                            Stream.of(name),
                            all.stream()
                                .map(one -> one.containsKey(name) ? one.get(name).amount() : "-"))
                        .toList())
            .toList());
  }

  static Grid ofRuns(List<Shown> shown) {
    List<String> names =
        shown.stream()
            .flatMap(one -> one.stored().figures().stream().limit(MOST))
            .map(Figure::name)
            .distinct()
            .limit(MOST)
            .toList();
    return Grid.ofWords(
        "",
        Stream.of(List.of("run", "verdict"), names, List.of("id", "began (UTC)"))
            .flatMap(List::stream)
            .toList(),
        shown.stream()
            .map(
                one ->
                    Stream.of(
                            List.of(one.name(), one.description().outcome()),
                            names.stream().map(name -> amount(one.stored(), name)).toList(),
                            List.of(one.stored().result().id(), one.stored().began()))
                        .flatMap(List::stream)
                        .toList())
            .toList());
  }

  private static String amount(Stored run, String name) {
    return run.figures().stream()
        .filter(figure -> figure.name().equals(name))
        .map(Figure::amount)
        .findFirst()
        .orElse("-");
  }
}
