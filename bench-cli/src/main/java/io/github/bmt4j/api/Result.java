package io.github.bmt4j.api;

import io.github.bmt4j.experiment.Metric.Use;
import io.github.bmt4j.experiment.RunStore.Stored;
import io.github.bmt4j.experiment.Runner;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.load.run.RunMetrics;
import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.run.Threshold;
import io.github.bmt4j.report.Description;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A measured and stored result. Immutable. */
public final class Result {
  private static final int COLUMNS = 100;

  private final Runner.Outcome<?> outcome;
  private final Stored stored;
  private final Description description;
  private final List<io.github.bmt4j.experiment.Figure> measured;

  Result(Runner.Outcome<?> outcome) {
    this.outcome = outcome;
    this.stored =
        new Stored(
            Optional.<Path>ofNullable(outcome.folder()).orElse(Path.of("")),
            outcome.result(),
            outcome.given());
    this.description = stored.description();
    this.measured =
        outcome.result() instanceof RunResult run
            ? RunMetrics.figures(run, Use.LIMIT).toList()
            : stored.figures();
  }

  public Verdict verdict() {
    return Verdict.valueOf(description.outcome());
  }

  /** Why the verdict is not {@link Verdict#VALID}, in sentences; empty if it is. */
  public List<String> reasons() {
    return Stream.concat(description.reasons().stream(), description.failed().stream()).toList();
  }

  /** The result in one sentence. */
  public String headline() {
    return description.headline();
  }

  /** The result as the command prints it, in lines of at most 100 columns where possible. */
  public String text() {
    return stored.text(COLUMNS);
  }

  /** The folder of the result; empty if it could not be stored. */
  public Optional<Path> folder() {
    return Optional.ofNullable(outcome.folder());
  }

  /**
   * All figures that were measured. Of a run: {@code tps} and {@code qps} in 1/s; the response
   * times {@code min}, {@code mean}, {@code p50}, {@code p90}, {@code p95}, {@code p99}, {@code
   * p99.9} and {@code max} in ms; {@code errors} (failed attempts) and {@code not OK} (operations),
   * each as a count and in %; with several SQL files, also those of each file, such as {@code
   * order.sql: p95}. Of a failover, among others: {@code write outage}, {@code client added outage}
   * in ms, {@code lost writes}.
   */
  public List<Figure> figures() {
    return measured.stream()
        .filter(one -> !one.samples().isEmpty())
        .map(io.github.bmt4j.experiment.Figure::median)
        .map(one -> new Figure(one.name(), one.samples().get(0), one.unit(), one.bounds() > 0))
        .toList();
  }

  /**
   * The value of a figure, in the unit that {@link #figures} gives; the count if there are a count
   * and a percentage.
   *
   * @throws IllegalArgumentException when no figure of that name was measured, such as a percentile
   *     with too few operations
   */
  public double figure(String name) {
    return figures().stream()
        .filter(one -> one.name().equals(name))
        .mapToDouble(Figure::value)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "the result has no figure '"
                        + name
                        + "': choose one of "
                        + figures().stream()
                            .map(Figure::name)
                            .distinct()
                            .collect(Collectors.joining(", "))));
  }

  /**
   * Fails unless the result is VALID: usable, within its limits, and without a failed check.
   *
   * @throws AssertionError when it is not, with the reasons
   */
  public Result assertValid() {
    return check(reasons());
  }

  /**
   * Fails unless a figure is within a limit.
   *
   * @param condition a figure, {@code <} or {@code >}, and a number with its unit, as in {@code p95
   *     < 20ms}, {@code errors < 1}, {@code not OK < 0.1%}, {@code tps > 500} or {@code write
   *     outage < 2s}: what must be. Each repetition must fulfil it
   * @throws AssertionError when it does not hold, or cannot be judged: the result is INVALID, or
   *     the figure was not measured
   * @throws IllegalArgumentException when it has another form, or the result has no such figure
   */
  public Result assertThat(String condition) {
    try {
      return check(
          Threshold.unmet("condition", condition, outcome.result().verdict(), measured).stream()
              .toList());
    } catch (BadInputException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private Result check(List<String> problems) {
    if (!problems.isEmpty()) {
      throw new AssertionError(
          Stream.of(
                  problems.stream(),
                  Stream.of(headline()),
                  folder().map(path -> "stored " + path).stream())
              .flatMap(lines -> lines)
              .collect(Collectors.joining("\n")));
    }
    return this;
  }

  /** The headline. */
  @Override
  public String toString() {
    return headline();
  }
}
