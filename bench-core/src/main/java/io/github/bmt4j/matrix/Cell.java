package io.github.bmt4j.matrix;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.clock.Medians;
import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.experiment.Figure;
import io.github.bmt4j.experiment.MatrixEntry;
import io.github.bmt4j.experiment.RunStore.Stored;
import io.github.bmt4j.report.Numbers;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A combination of settings and a fault, with its results.
 *
 * @param fault name of the fault
 * @param side the results; absent if there are none
 * @param leftOut true for a combination that makes no sense: it has no results
 */
record Cell(String fault, @Nullable Side side, boolean leftOut) {
  /** The figure by which cells are ranked: the first of {@link Stored#figures}. */
  static final String MAIN = "lost write time";

  static final String OUTAGE = "write outage";

  /** The words for each shade: times below these ms, and longer times. */
  static final List<String> SHADES =
      List.of("< 0.1 s", "< 1 s", "< 5 s", "< 20 s", "longer, or never");

  private static final List<Integer> STEPS = List.of(100, 1_000, 5_000, 20_000);

  enum State {
    /** Writes, reads and new connections came back in every repetition. */
    RECOVERED,
    /** They did not come back in at least one repetition, or operations still hung at its end. */
    NOT_RECOVERED,
    /** The application cannot work with these settings, even without the fault. */
    CANNOT_WORK,
    INVALID,
    /** The combination makes no sense. */
    LEFT_OUT,
    NO_RESULT
  }

  State state() {
    return side == null
        ? leftOut ? State.LEFT_OUT : State.NO_RESULT
        : !cannotWork().isEmpty()
            ? State.CANNOT_WORK
            : !invalid().isEmpty()
                ? State.INVALID
                : unrecovered() > 0 ? State.NOT_RECOVERED : State.RECOVERED;
  }

  boolean isMeasured() {
    return state() == State.RECOVERED || state() == State.NOT_RECOVERED;
  }

  /** Returns true if it makes sense but has no usable result. */
  boolean lacksResult() {
    return state() == State.INVALID || state() == State.NO_RESULT;
  }

  Side measured() {
    return Objects.requireNonNull(side, "measured");
  }

  boolean keepsLimits() {
    return stored().allMatch(one -> !entry(one).limited() || one.result().passed());
  }

  private Stream<Stored> stored() {
    return side == null ? Stream.of() : side.results().stream();
  }

  static MatrixEntry entry(Stored stored) {
    return Objects.requireNonNull(stored.matrixEntry(), "of a matrix");
  }

  private Stream<MatrixEntry> entries() {
    return stored().map(Cell::entry);
  }

  private int valid() {
    return entries().mapToInt(MatrixEntry::valid).sum();
  }

  private int unrecovered() {
    return entries().mapToInt(MatrixEntry::unrecovered).sum();
  }

  /** Reason why the application cannot work, in the driver's words; "" if it can. */
  String cannotWork() {
    if (valid() > 0) {
      return figure(MAIN) == null
          ? "nothing is written: in this mode bmt only reads and connects"
          : "";
    }
    return entries().map(MatrixEntry::cannotWork).filter(Objects::nonNull).findFirst().orElse("");
  }

  String invalid() {
    return stored().flatMap(one -> one.result().verdict().texts().stream()).findFirst().orElse("");
  }

  /** The reason why it has no figures; "" if it has some, or no result. */
  String note() {
    return switch (state()) {
      case CANNOT_WORK -> "cannot work: " + cannotWork();
      case INVALID -> "INVALID and not ranked: " + invalid();
      default -> "";
    };
  }

  private @Nullable Figure figure(String name) {
    List<Figure> all =
        stored()
            .flatMap(one -> one.figures().stream())
            .filter(figure -> figure.name().equals(name) && !figure.samples().isEmpty())
            .toList();
    return all.isEmpty() ? null : Figure.together(all);
  }

  private @Nullable Figure time(String name) {
    return isMeasured() ? figure(name) : null;
  }

  String repetitionsText() {
    return isMeasured() ? String.valueOf(valid()) : "-";
  }

  /** The median of the lost write time, or the word in its place. */
  String text() {
    Figure main = time(MAIN);
    return switch (state()) {
      case LEFT_OUT -> "left out";
      case NO_RESULT -> "no result";
      case INVALID -> "INVALID";
      case CANNOT_WORK -> "cannot work";
      case NOT_RECOVERED -> "not recovered";
      case RECOVERED -> main == null ? "-" : Numbers.duration(Medians.of(main.samples()));
    };
  }

  /** Number of repetitions without recovery: "2/3". */
  String recoveries() {
    return unrecovered() == 0 ? "-" : unrecovered() + "/" + valid();
  }

  /** Shade in a heat map, an index of {@link #SHADES}: the last one for a time without an end. */
  int shade() {
    Figure main = time(MAIN);
    return switch (state()) {
      case LEFT_OUT, NO_RESULT, INVALID -> 0;
      case CANNOT_WORK, NOT_RECOVERED -> STEPS.size();
      case RECOVERED -> {
        double median = main == null ? 0 : Medians.of(main.samples());
        yield (int) STEPS.stream().filter(step -> median >= step).count();
      }
    };
  }

  String median(String name) {
    Figure figure = time(name);
    return figure == null ? "-" : figure.bound() + words("%,.0f", Medians.of(figure.samples()));
  }

  String worst() {
    Figure figure = time(OUTAGE);
    return figure == null
        ? "-"
        : (figure.bounds() > 0 ? Figure.AT_LEAST : "")
            + words("%,.0f", Collections.max(figure.samples()));
  }

  /** Sum over the cells with times; absent if one of them lacks the value. */
  static @Nullable Long sum(Stream<Cell> cells, Function<MatrixEntry, @Nullable Long> count) {
    List<@Nullable Long> all =
        cells.filter(Cell::isMeasured).flatMap(Cell::entries).<@Nullable Long>map(count).toList();
    return all.isEmpty() || all.stream().anyMatch(Objects::isNull)
        ? null
        : (Long) all.stream().mapToLong(Objects::requireNonNull).sum();
  }

  String count(Function<MatrixEntry, @Nullable Long> count) {
    return Numbers.count(sum(Stream.of(this), count));
  }
}
