package io.github.bmt4j.matrix;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.clock.Medians;
import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.experiment.Figure;
import io.github.bmt4j.experiment.RunStore.Stored;
import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.failover.FailoverResult;
import io.github.bmt4j.failover.figures.FailoverFigures;
import io.github.bmt4j.failover.figures.FailoverFigures.Repetition;
import io.github.bmt4j.report.Numbers;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Settings and a fault, and what their results show.
 *
 * @param fault name of the fault
 * @param side the results; absent where there are none
 */
record Cell(String fault, @Nullable Side side) {
  /** The figure by which cells are ranked: the first of {@link Stored#figures}. */
  static final String MAIN = "lost write time";

  private static final String OUTAGE = "write outage";
  private static final double[] STEPS = {100, 1_000, 5_000, 20_000};
  private static final int DARKEST = STEPS.length;

  /** What a cell says. */
  enum State {
    /** Writes, reads and new connections came back in every repetition. */
    RECOVERED,
    /** They did not in at least one. */
    NOT_RECOVERED,
    /** The application cannot work with these settings, even without the fault. */
    CANNOT_WORK,
    /** The figures must not be used. */
    INVALID,
    NO_RESULT
  }

  State state() {
    if (side == null) {
      return State.NO_RESULT;
    }
    if (!cannotWork().isEmpty()) {
      return State.CANNOT_WORK;
    }
    if (side.results().stream().anyMatch(one -> !one.result().verdict().reasons().isEmpty())) {
      return State.INVALID;
    }
    return unrecovered() > 0 ? State.NOT_RECOVERED : State.RECOVERED;
  }

  /** Whether it has times that can be ranked. */
  boolean isMeasured() {
    return state() == State.RECOVERED || state() == State.NOT_RECOVERED;
  }

  /** Its results, with figures. */
  Side measured() {
    return Objects.requireNonNull(side, "measured");
  }

  /** Whether its results pass where the user set a limit of the write outage. */
  boolean isWithinLimit() {
    return results().stream()
        .map(stored -> (FailoverResult) stored.result())
        .allMatch(one -> one.scenario().maxWriteOutageMillis() == null || one.passed());
  }

  private List<Stored> results() {
    return side == null ? List.of() : side.results();
  }

  private List<Repetition> repetitions() {
    return results().stream()
        .map(stored -> (FailoverResult) stored.result())
        .flatMap(result -> result.failover().repetitions().stream())
        .toList();
  }

  private List<FailoverFigures> valid() {
    return repetitions().stream()
        .filter(one -> one.verdict().status() == Status.VALID)
        .map(Repetition::figures)
        .toList();
  }

  private long unrecovered() {
    return valid().stream().filter(one -> !one.unrecovered().isEmpty()).count();
  }

  /** Why the application cannot work, in the driver's words; "" where it can. */
  String cannotWork() {
    if (!valid().isEmpty()) {
      return figure(MAIN) == null ? "nothing is written: this mode knows no primary" : "";
    }
    return repetitions().stream()
        .map(Repetition::cannotWork)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse("");
  }

  /** The first reason why it is INVALID. */
  String invalid() {
    return results().stream()
        .flatMap(one -> one.result().verdict().reasons().stream())
        .findFirst()
        .orElse("");
  }

  /** A figure of all repetitions; absent when no result has it. */
  private @Nullable Figure figure(String name) {
    List<Figure> all =
        results().stream()
            .flatMap(stored -> stored.figures().stream())
            .filter(figure -> figure.name().equals(name) && !figure.samples().isEmpty())
            .toList();
    return all.isEmpty() ? null : Figure.together(all);
  }

  /** How many repetitions have figures. */
  String repetitionsText() {
    return isMeasured() ? String.valueOf(valid().size()) : "-";
  }

  /** The median of the lost write time, or what stands in its place. */
  String text() {
    Figure main = figure(MAIN);
    return switch (state()) {
      case NO_RESULT -> "-";
      case INVALID -> "INVALID";
      case CANNOT_WORK -> "cannot work";
      case NOT_RECOVERED -> "not recovered";
      case RECOVERED -> main == null ? "-" : Numbers.duration(Medians.of(main.samples()));
    };
  }

  /** In how many of the repetitions it had not recovered: "2/3". */
  String recoveries() {
    return unrecovered() == 0 ? "-" : unrecovered() + "/" + valid().size();
  }

  /** Of a heat map: by steps of time, the darkest for what never ended. */
  int shade() {
    Figure main = figure(MAIN);
    if (state() == State.RECOVERED && main != null) {
      double median = Medians.of(main.samples());
      int shade = 0;
      while (shade < STEPS.length && median >= STEPS[shade]) {
        shade++;
      }
      return shade;
    }
    return state() == State.NOT_RECOVERED || state() == State.CANNOT_WORK ? DARKEST : 0;
  }

  /** The same with a mark for each step of its shade. */
  String marked() {
    return text() + " " + "#".repeat(shade()) + " ".repeat(DARKEST - shade());
  }

  /** The steps of the shades in words. */
  static String legend() {
    return "no mark: below 0.1 s; #: below 1 s; ##: below 5 s; ###: below 20 s; ####: longer, or"
        + " never";
  }

  /** The median of the lost write time in ms. */
  String lostWriteTime() {
    return median(MAIN);
  }

  /** The median of the write outage in ms. */
  String outage() {
    return median(OUTAGE);
  }

  private String median(String name) {
    Figure figure = isMeasured() ? figure(name) : null;
    return figure == null ? "-" : figure.bound() + millis(Medians.of(figure.samples()));
  }

  /** The longest write outage in ms. */
  String worst() {
    Figure figure = isMeasured() ? figure(OUTAGE) : null;
    return figure == null
        ? "-"
        : (figure.bounds() > 0 ? Figure.AT_LEAST : "") + millis(Collections.max(figure.samples()));
  }

  private static String millis(double value) {
    return words("%,.0f", value);
  }

  /** Lost writes of all repetitions; absent where a repetition does not know. */
  @Nullable Long lost() {
    return sum(FailoverFigures::lostWrites);
  }

  /** Writes that were applied more than once. */
  @Nullable Long duplicated() {
    return sum(FailoverFigures::duplicates);
  }

  /** Writes that ended UNKNOWN for the application. */
  @Nullable Long ambiguous() {
    return sum(
        one ->
            one.ambiguousWrites() == null
                ? null
                : (Long) (one.ambiguousWrites().applied() + one.ambiguousWrites().notApplied()));
  }

  private @Nullable Long sum(Function<FailoverFigures, @Nullable Long> count) {
    List<FailoverFigures> all = isMeasured() ? valid() : List.of();
    return all.isEmpty() || all.stream().anyMatch(one -> count.apply(one) == null)
        ? null
        : (Long) all.stream().mapToLong(one -> Objects.requireNonNull(count.apply(one))).sum();
  }
}
