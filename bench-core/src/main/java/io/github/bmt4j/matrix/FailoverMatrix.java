package io.github.bmt4j.matrix;

import static io.github.bmt4j.report.Lines.words;
import static io.github.bmt4j.report.Lines.wrapped;

import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.compare.Conditions;
import io.github.bmt4j.experiment.MatrixEntry;
import io.github.bmt4j.report.Block;
import io.github.bmt4j.report.Columns;
import io.github.bmt4j.report.Fact;
import io.github.bmt4j.report.Facts;
import io.github.bmt4j.report.Grid;
import io.github.bmt4j.report.MarkdownView;
import io.github.bmt4j.report.TextView;
import io.github.bmt4j.report.Tone;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Results of failovers, settings by faults: which settings to use and why, a heat map, and all
 * figures. Made only from stored results.
 *
 * @param rows the best first
 */
public record FailoverMatrix(List<String> faults, List<MatrixRow> rows) {
  private static final int NAME = -16;

  /**
   * The matrix; empty if one of the results has no place in it.
   *
   * @param columns for each fault the results of each settings; names that are empty are made of
   *     the results
   * @param whole true if every combination that makes sense has a result
   */
  public static Optional<FailoverMatrix> of(Map<String, List<Side>> columns, boolean whole) {
    boolean takes =
        !columns.isEmpty()
            && columns.values().stream()
                .flatMap(List::stream)
                .flatMap(side -> side.results().stream())
                .allMatch(stored -> stored.matrixEntry() != null);
    return takes ? Optional.of(ofFailovers(columns, whole)) : Optional.empty();
  }

  private static FailoverMatrix ofFailovers(Map<String, List<Side>> columns, boolean whole) {
    Map<String, Map<String, Side>> found = new LinkedHashMap<>();
    Map<String, List<Cell>> rows = new LinkedHashMap<>();
    columns.forEach(
        (fault, sides) -> {
          Map<String, Side> column = new LinkedHashMap<>();
          sides.forEach(side -> column.put(name(side), side));
          found.put(fault.isEmpty() ? first(sides.get(0)).fault() : fault, column);
          column.keySet().forEach(name -> rows.put(name, new ArrayList<>()));
        });
    rows.forEach(
        (name, cells) ->
            found.forEach((fault, column) -> cells.add(new Cell(fault, column.get(name), whole))));
    return new FailoverMatrix(List.copyOf(found.keySet()), MatrixRow.ranked(rows));
  }

  private static String name(Side side) {
    return side.name().isEmpty() ? first(side).settings() : side.name();
  }

  private static MatrixEntry first(Side side) {
    return Cell.entry(side.results().get(0));
  }

  /**
   * Returns true if no cell is INVALID or lacks its result, and none exceeds a limit that the user
   * set. An application that did not recover, or cannot work, is an answer.
   */
  public boolean passed() {
    return rows.stream()
        .flatMap(row -> row.cells().stream())
        .allMatch(cell -> !cell.lacksResult() && cell.keepsLimits());
  }

  /** GOOD if the recommended settings recovered from every measured fault. */
  public Tone tone() {
    List<MatrixRow> best = best();
    return best.isEmpty() || !best.get(0).holds()
        ? Tone.BAD
        : best.size() == 1 && judged() > 1 && passed() ? Tone.GOOD : Tone.PLAIN;
  }

  private long judged() {
    return rows.stream().filter(row -> row.place() > 0).count();
  }

  private List<MatrixRow> best() {
    return rows.stream().filter(row -> row.place() == 1).toList();
  }

  /** Recommended settings with the reasons, in sentences. */
  public String headline() {
    List<MatrixRow> best = best();
    if (best.isEmpty()) {
      return "No recommendation: no settings have a usable result for every fault";
    }
    MatrixRow first = best.get(0);
    String what = first.failing().isEmpty() ? first.took() : first.failing();
    String reasons = MatrixRow.joined(what, first.losses(), first.gaps());
    if (judged() == 1) {
      return words("Only %s has a usable result for every fault: %s", first.name(), reasons)
          + unranked();
    }
    boolean next = best.size() < judged();
    MatrixRow other = rows.get(Math.min(best.size(), rows.size() - 1));
    return (best.size() > 1 ? tied(best) : words("Use %s: %s", first.name(), reasons))
        + (first.holds() ? "" : ". No settings recovered from every fault")
        + (next ? words(". Next is %s: %s", other.name(), other.shortReason()) : "")
        + unranked();
  }

  private String unranked() {
    List<String> names =
        rows.stream().filter(row -> row.place() == 0).map(MatrixRow::name).toList();
    return names.isEmpty() ? "" : ". Not ranked: " + MatrixRow.list(names, "and");
  }

  private static String tied(List<MatrixRow> best) {
    List<String> names = best.stream().map(MatrixRow::name).toList();
    MatrixRow first = best.get(0);
    if (first.standing() == null) {
      return MatrixRow.list(names, "and") + " are tied: no fault has figures of all of them";
    }
    String sums =
        words(
            "lost write time %s over %s; %s",
            MatrixRow.list(best.stream().map(MatrixRow::sum).toList(), "and"),
            first.sharedText(),
            losses(best)
                + best.stream()
                    .filter(row -> !row.gaps().isEmpty())
                    .map(row -> "; " + row.name() + ": " + row.gaps())
                    .collect(Collectors.joining()));
    return best.stream().anyMatch(MatrixRow::tooFew)
        ? words(
            "Too few repetitions to tell %s apart (each cell needs 3): %s",
            MatrixRow.list(names, "and"), sums)
        : words(
            "Use %s, which are tied: no difference was shown, %s",
            MatrixRow.list(names, "or"), sums);
  }

  private static String losses(List<MatrixRow> best) {
    return best.stream().map(MatrixRow::losses).distinct().count() == 1
        ? best.get(0).losses()
        : best.stream()
            .map(row -> row.name() + ": " + row.losses())
            .collect(Collectors.joining("; "));
  }

  public String text(int columns) {
    return wrapped(
        blocks().stream()
            .map(block -> TextView.block(block, columns))
            .collect(Collectors.joining("\n", headline() + "\n\n", "")),
        columns);
  }

  public String markdown() {
    return blocks().stream()
        .map(MarkdownView::block)
        .collect(Collectors.joining("", "## " + MarkdownView.escaped(headline()) + "\n", ""));
  }

  public List<Block> blocks() {
    List<Block> blocks = new ArrayList<>(List.of(heat(), legend(), places(), figures()));
    List<Fact> notes = notes().stream().map(note -> new Fact("note", note)).toList();
    if (!notes.isEmpty()) {
      blocks.add(new Facts(notes));
    }
    return blocks;
  }

  private Grid heat() {
    Columns<MatrixRow> table = new Columns<MatrixRow>().column(Cell.MAIN, NAME, 0, MatrixRow::name);
    IntStream.range(0, faults.size())
        .forEach(at -> table.column(faults.get(at), 1, 0, row -> row.cells().get(at).text()));
    return table
        .grid("Median time in which writes stopped, or were fewer than 90 % of the usual", rows)
        .shaded(
            rows.stream()
                .map(
                    row ->
                        Stream.concat(Stream.of(0), row.cells().stream().map(Cell::shade)).toList())
                .toList());
  }

  private static Grid legend() {
    int shades = Cell.SHADES.size();
    return new Grid(
            "", Collections.nCopies(shades, new Grid.Column("", 12, 0)), List.of(Cell.SHADES))
        .shaded(List.of(IntStream.range(0, shades).boxed().toList()));
  }

  private Facts places() {
    return new Facts(
        rows.stream()
            .map(
                row ->
                    new Fact(
                        row.place() == 0 ? "no place" : "place " + row.place(),
                        row.name() + ": " + row.reason()))
            .toList());
  }

  /** All figures: a line with the name of each row, and below it one for each of its cells. */
  private Grid figures() {
    record One(String name, Optional<Cell> cell) {
      String text(Function<Cell, String> figure) {
        return cell.map(figure).orElse("");
      }
    }

    return new Columns<One>()
        .column("settings,\n  fault", NAME, 0, One::name)
        .column("n", 2, 2, one -> one.text(Cell::repetitionsText))
        .column("not\nrecovered", 9, 0, one -> one.text(Cell::recoveries))
        .column("lost write\ntime ms", 10, 1, one -> one.text(cell -> cell.median(Cell.MAIN)))
        .column("write\noutage ms", 9, 0, one -> one.text(cell -> cell.median(Cell.OUTAGE)))
        .column("worst ms", 8, 0, one -> one.text(Cell::worst))
        .column("lost", 4, 0, one -> one.text(cell -> cell.count(MatrixEntry::lost)))
        .column("dupl.", 5, 0, one -> one.text(cell -> cell.count(MatrixEntry::duplicates)))
        .column("ambig.", 6, 0, one -> one.text(cell -> cell.count(MatrixEntry::ambiguous)))
        .grid(
            "Figures: medians of n repetitions, and writes of all",
            rows.stream()
                .flatMap(
                    row ->
                        Stream.concat(
                            Stream.of(new One(row.name(), Optional.empty())),
                            row.cells().stream()
                                .map(cell -> new One("  " + cell.fault(), Optional.of(cell)))))
                .toList());
  }

  private List<String> notes() {
    return Stream.concat(
            rows.stream()
                .flatMap(
                    row ->
                        row.cells().stream()
                            .filter(cell -> !cell.note().isEmpty())
                            .map(cell -> row.name() + ", " + cell.fault() + ": " + cell.note())),
            IntStream.range(0, faults.size()).boxed().flatMap(at -> otherWork(at).stream()))
        .toList();
  }

  /** Notes on a fault whose settings differ in their work, too. */
  private List<String> otherWork(int fault) {
    return Conditions.differing(
            rows.stream()
                .map(row -> row.cells().get(fault))
                .filter(Cell::isMeasured)
                .map(Cell::measured)
                .toList())
        .stream()
        .filter(one -> one.otherWork() && !one.key().endsWith("/replicas"))
        .map(
            one ->
                words(
                    "%s: the settings are compared although they differ in %s: %s",
                    faults.get(fault),
                    one.key().replaceFirst(".*/", ""),
                    String.join(" | ", one.values())))
        .toList();
  }
}
