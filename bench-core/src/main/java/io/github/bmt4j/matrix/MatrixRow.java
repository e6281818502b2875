package io.github.bmt4j.matrix;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.clock.Medians;
import io.github.bmt4j.compare.Comparison.Row;
import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.compare.RowVerdict;
import io.github.bmt4j.compare.Standings;
import io.github.bmt4j.compare.Standings.Standing;
import io.github.bmt4j.experiment.MatrixEntry;
import io.github.bmt4j.matrix.Cell.State;
import io.github.bmt4j.report.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Settings with their cells.
 *
 * @param name of the settings
 * @param cells one for each fault
 * @param place from 1, shared by rows that are tied; 0 without one
 * @param standing by the lost write time, in the group of rows that fail equally often; absent
 *     without a fault for which the whole group has figures
 * @param shared the faults of that comparison
 */
record MatrixRow(
    String name, List<Cell> cells, int place, @Nullable Standing standing, List<String> shared) {
  /** Largest number of faults that are listed if they are all faults. */
  private static final int FEW = 3;

  private static final String NO_LOSS = "no write lost or duplicated";

  /** The rows of cells by name, the best first; those that lack a result have no place. */
  static List<MatrixRow> ranked(Map<String, List<Cell>> rows) {
    SortedMap<Long, Map<String, List<Cell>>> groups = new TreeMap<>();
    rows.forEach(
        (name, cells) ->
            groups.computeIfAbsent(failures(cells), key -> new LinkedHashMap<>()).put(name, cells));
    List<MatrixRow> ranked = new ArrayList<>();
    groups.forEach(
        (failures, group) ->
            ranked.addAll(
                failures == Long.MAX_VALUE ? unplaced(group, 0) : placed(group, ranked.size())));
    return ranked;
  }

  private static List<MatrixRow> unplaced(Map<String, List<Cell>> group, int place) {
    return group.entrySet().stream()
        .map(row -> new MatrixRow(row.getKey(), row.getValue(), place, null, List.of()))
        .toList();
  }

  private static List<MatrixRow> placed(Map<String, List<Cell>> group, int before) {
    List<Cell> some = group.values().iterator().next();
    List<Integer> shared =
        IntStream.range(0, some.size())
            .filter(i -> group.values().stream().allMatch(cells -> cells.get(i).isMeasured()))
            .boxed()
            .toList();
    if (shared.isEmpty()) {
      return unplaced(group, before + 1);
    }
    List<String> faults = shared.stream().map(i -> some.get(i).fault()).toList();
    Map<String, List<Side>> sides = new LinkedHashMap<>();
    group.forEach(
        (name, cells) ->
            sides.put(name, shared.stream().map(i -> cells.get(i).measured()).toList()));
    return Standings.of(sides).stream()
        .map(
            one ->
                new MatrixRow(
                    one.side(),
                    Objects.requireNonNull(group.get(one.side())),
                    before + one.place(),
                    one,
                    faults))
        .toList();
  }

  private static boolean fails(Cell cell) {
    return cell.state() == State.CANNOT_WORK || cell.state() == State.NOT_RECOVERED;
  }

  /**
   * The number of failing cells, which ranks before all times; cells that cannot work weigh most.
   * Largest if a result is missing, because it may be a failing one.
   */
  private static long failures(List<Cell> cells) {
    return cells.stream().anyMatch(Cell::lacksResult)
            || cells.stream().allMatch(cell -> cell.state() == State.LEFT_OUT)
        ? Long.MAX_VALUE
        : faults(cells, State.CANNOT_WORK).size() * (cells.size() + 1L)
            + faults(cells, State.NOT_RECOVERED).size();
  }

  private static List<String> faults(List<Cell> cells, State state) {
    return cells.stream().filter(cell -> cell.state() == state).map(Cell::fault).toList();
  }

  boolean holds() {
    return place > 0 && cells.stream().noneMatch(MatrixRow::fails);
  }

  /**
   * Returns true if there are too few samples to distinguish it from the row with which it is
   * compared.
   */
  boolean tooFew() {
    return standing != null && standing.tooFew();
  }

  /** Faults with which it cannot work or did not recover; "" without any. */
  String failing() {
    List<String> cannot = faults(cells, State.CANNOT_WORK);
    List<String> never = faults(cells, State.NOT_RECOVERED);
    return joined(
        cannot.isEmpty()
            ? ""
            : "cannot work" + (cannot.size() == cells.size() ? "" : ": " + list(cannot, "and")),
        never.isEmpty()
            ? ""
            : never.size() > FEW && never.size() == cells.size()
                ? "recovered from none of the faults"
                : "not recovered from " + list(never, "and"));
  }

  static String joined(String... words) {
    return Stream.of(words)
        .filter(Predicate.not(String::isEmpty))
        .collect(Collectors.joining("; "));
  }

  /** The sum of its lost write times over the shared faults: "4.1 s"; "-" without. */
  String sum() {
    return standing == null
        ? "-"
        : standing.sum().bound() + Numbers.duration(Medians.of(standing.sum().samples()));
  }

  String reason() {
    String compared = compared();
    String times = standing == null ? "" : took() + (compared.isEmpty() ? "" : ", " + compared);
    String what = joined(failing(), times);
    String losses = losses();
    return joined(
        what.isEmpty() && place > 0 ? "nothing that can be compared" : what,
        losses.equals(NO_LOSS) ? "" : losses,
        gaps());
  }

  String shortReason() {
    String failing = failing();
    return failing.isEmpty() ? compared() : failing;
  }

  /** Its lost write time: "lost write time 4.1 s over kill and hang together". */
  String took() {
    return words(
        "lost write time %s over %s%s", sum(), sharedText(), shared.size() > 1 ? " together" : "");
  }

  String sharedText() {
    return shared.size() > FEW && shared.size() == cells.size()
        ? "all faults"
        : list(shared, "and");
  }

  private String compared() {
    Row row = standing == null ? null : standing.row();
    if (standing == null || row == null) {
      return "";
    }
    List<Double> percent = row.percent();
    if (standing.tooFew()) {
      return "too few repetitions to tell it from " + standing.against();
    }
    return row.verdict() != RowVerdict.WORSE
        ? words(
            "tied with %s: no difference was shown (p %.2f)",
            standing.against(), Objects.requireNonNullElse(row.p(), 1.0))
        : percent.isEmpty()
            ? "shown to be longer than with " + standing.against()
            : words(
                "%,.0f %% longer than with %s (95 %%: %,.0f to %,.0f %%)",
                percent.get(0), standing.against(), percent.get(1), percent.get(2));
  }

  /**
   * Losses and duplicates: "no write lost or duplicated", or counts; "" where nothing is measured.
   */
  String losses() {
    if (cells.stream().noneMatch(Cell::isMeasured)) {
      return "";
    }
    Long lost = Cell.sum(cells.stream(), MatrixEntry::lost);
    Long twice = Cell.sum(cells.stream(), MatrixEntry::duplicates);
    if (lost == null || twice == null) {
      return "lost and duplicated writes are not known";
    }
    return lost + twice == 0
        ? NO_LOSS
        : words(
            "%s lost%s",
            lost == 0 ? "no write" : counted(lost, "write"),
            twice == 0 ? "" : words(", %,d duplicated", twice));
  }

  /** The faults without figures; "" if it has all. */
  String gaps() {
    return Stream.of(State.INVALID, State.LEFT_OUT, State.NO_RESULT)
        .flatMap(
            state ->
                cells.stream()
                    .filter(cell -> cell.state() == state)
                    .limit(1)
                    .map(cell -> cell.text() + ": " + list(faults(cells, state), "and")))
        .collect(Collectors.joining("; "));
  }

  /** "a", "a and b", "a, b and c". */
  static String list(List<String> words, String and) {
    int last = words.size() - 1;
    return last < 1
        ? String.join("", words)
        : String.join(", ", words.subList(0, last)) + " " + and + " " + words.get(last);
  }
}
