package io.github.bmt4j.matrix;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.clock.Medians;
import io.github.bmt4j.compare.Comparison.Row;
import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.compare.Standings;
import io.github.bmt4j.compare.Standings.Standing;
import io.github.bmt4j.matrix.Cell.State;
import io.github.bmt4j.report.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
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
 *     without a fault that the whole group has figures of
 * @param against name of the row with which that compares it; "" for none
 * @param shared the faults of that comparison
 */
record MatrixRow(
    String name,
    List<Cell> cells,
    int place,
    @Nullable Standing standing,
    String against,
    List<String> shared) {
  /** More faults are not listed where it is all of them. */
  private static final int FEW = 3;

  private static final String NO_LOSS = "no write lost or duplicated";

  /** The rows of cells by name, the best first; those without a usable cell are the last. */
  static List<MatrixRow> ranked(Map<String, List<Cell>> rows) {
    SortedMap<Long, List<MatrixRow>> groups = new TreeMap<>();
    List<MatrixRow> unused = new ArrayList<>();
    rows.forEach(
        (name, cells) -> {
          MatrixRow row = new MatrixRow(name, cells, 0, null, "", List.of());
          boolean used = cells.stream().anyMatch(one -> one.isMeasured() || row.fails(one));
          (used ? groups.computeIfAbsent(row.failures(), key -> new ArrayList<>()) : unused)
              .add(row);
        });
    List<MatrixRow> ranked = new ArrayList<>();
    groups.values().forEach(group -> ranked.addAll(placed(group, ranked.size())));
    ranked.addAll(unused);
    return ranked;
  }

  /** A group with its places, behind a number of rows before it. */
  private static List<MatrixRow> placed(List<MatrixRow> group, int before) {
    List<Integer> shared =
        IntStream.range(0, group.get(0).cells().size())
            .filter(i -> group.stream().allMatch(row -> row.cells().get(i).isMeasured()))
            .boxed()
            .toList();
    if (shared.isEmpty()) {
      return group.stream()
          .map(row -> new MatrixRow(row.name, row.cells, before + 1, null, "", List.of()))
          .toList();
    }
    List<String> faults = shared.stream().map(i -> group.get(0).cells().get(i).fault()).toList();
    List<List<Side>> sides =
        group.stream()
            .map(row -> shared.stream().map(i -> row.cells().get(i).measured()).toList())
            .toList();
    return Standings.of(sides).stream()
        .map(
            one -> {
              MatrixRow row = group.get(one.side());
              String against = one.against() == null ? "" : group.get(one.against()).name;
              return new MatrixRow(row.name, row.cells, before + one.place(), one, against, faults);
            })
        .toList();
  }

  private boolean fails(Cell cell) {
    return cell.state() == State.CANNOT_WORK || cell.state() == State.NOT_RECOVERED;
  }

  /** How often it fails, which comes before all times: first of all where it cannot work. */
  private long failures() {
    return count(State.CANNOT_WORK) * (cells.size() + 1L) + count(State.NOT_RECOVERED);
  }

  private long count(State state) {
    return cells.stream().filter(cell -> cell.state() == state).count();
  }

  /** Whether it worked and recovered wherever it was measured. */
  boolean holds() {
    return place > 0 && cells.stream().noneMatch(this::fails);
  }

  /** Where it cannot work, or did not recover; "" where neither happened. */
  String failing() {
    List<String> words = new ArrayList<>();
    List<String> cannot = faults(State.CANNOT_WORK);
    List<String> never = faults(State.NOT_RECOVERED);
    if (!cannot.isEmpty()) {
      words.add(
          cannot.size() == cells.size() ? "cannot work" : "cannot work: " + list(cannot, "and"));
    }
    if (!never.isEmpty()) {
      words.add(
          never.size() > FEW && never.size() == cells.size()
              ? "recovered from none of the faults"
              : "not recovered from " + list(never, "and"));
    }
    return String.join("; ", words);
  }

  /** The sum of its lost write times over the shared faults: "4.1 s"; "-" without. */
  String sum() {
    return standing == null
        ? "-"
        : standing.sum().bound() + Numbers.duration(Medians.of(standing.sum().samples()));
  }

  /** Why it has its place. */
  String reason() {
    String failing = failing();
    String times = standing == null ? "" : took() + compared(standing);
    String none = failing.isEmpty() && times.isEmpty() ? "nothing that can be compared" : "";
    return Stream.of(failing, times, none, losses())
            .filter(words -> !words.isEmpty() && !words.equals(NO_LOSS))
            .collect(Collectors.joining("; "))
        + gaps();
  }

  /** The same in short: where it fails, or by how much it is longer. */
  String shortReason() {
    String failing = failing();
    return failing.isEmpty() && standing != null
        ? compared(standing).replaceFirst("^, ", "")
        : failing;
  }

  /** Its lost write time: "lost write time 4.1 s over kill and hang together". */
  String took() {
    return words(
        "lost write time %s over %s%s", sum(), sharedText(), shared.size() > 1 ? " together" : "");
  }

  /** The faults of the comparison in words. */
  String sharedText() {
    return shared.size() > FEW && shared.size() == cells.size()
        ? "all faults"
        : list(shared, "and");
  }

  private String compared(Standing one) {
    Row row = one.row();
    if (row == null) {
      return "";
    }
    List<Double> percent = row.percent();
    if (one.tooFew()) {
      return ", too few repetitions to tell it from " + against;
    }
    return !row.verdict().equals("worse")
        ? words(
            ", tied with %s: no difference was shown (p %.2f)",
            against, Objects.requireNonNullElse(row.p(), 1.0))
        : percent.isEmpty()
            ? ", shown to be longer than with " + against
            : words(
                ", %,.0f %% longer than with %s (95 %%: %,.0f to %,.0f %%)",
                percent.get(0), against, percent.get(1), percent.get(2));
  }

  /** What was lost and duplicated: "no write lost or duplicated"; "" where nothing is measured. */
  String losses() {
    if (cells.stream().noneMatch(Cell::isMeasured)) {
      return "";
    }
    Long lost = total(Cell::lost);
    Long twice = total(Cell::duplicated);
    if (lost == null || twice == null) {
      return "what was lost or duplicated is not known";
    }
    return lost + twice == 0
        ? NO_LOSS
        : words(
            "%s lost%s",
            lost == 0 ? "no write" : counted(lost, "write"),
            twice == 0 ? "" : words(", %,d duplicated", twice));
  }

  private @Nullable Long total(Function<Cell, @Nullable Long> count) {
    List<Cell> measured = cells.stream().filter(Cell::isMeasured).toList();
    return measured.isEmpty() || measured.stream().anyMatch(cell -> count.apply(cell) == null)
        ? null
        : (Long)
            measured.stream().mapToLong(cell -> Objects.requireNonNull(count.apply(cell))).sum();
  }

  /** Where nothing is known of it, with a semicolon before; "" where it has every figure. */
  String gaps() {
    List<String> invalid = faults(State.INVALID);
    List<String> none = faults(State.NO_RESULT);
    return (invalid.isEmpty() ? "" : "; INVALID: " + list(invalid, "and"))
        + (none.isEmpty() ? "" : "; no result: " + list(none, "and"));
  }

  private List<String> faults(State state) {
    return cells.stream().filter(cell -> cell.state() == state).map(Cell::fault).toList();
  }

  /** "a", "a and b", "a, b and c". */
  static String list(List<String> words, String and) {
    int last = words.size() - 1;
    return last < 1
        ? String.join("", words)
        : String.join(", ", words.subList(0, last)) + " " + and + " " + words.get(last);
  }
}
