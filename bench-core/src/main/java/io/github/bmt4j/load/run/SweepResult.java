package io.github.bmt4j.load.run;

import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.Result;
import io.github.bmt4j.experiment.Verdict;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a sweep, as stored in {@code result.json}: runs with different numbers of threads,
 * one after the other on the same tables.
 *
 * @param schema version of this form
 * @param id of the sweep
 * @param startedAt when it began, before the first step
 * @param verdict INVALID when a step is, when steps are missing, or when a server was restarted
 *     between steps
 * @param warnings what to bear in mind when reading the figures of any step
 * @param environment before the first step
 * @param steps those that were done, in their order
 */
public record SweepResult(
    int schema,
    String id,
    Instant startedAt,
    Verdict verdict,
    List<String> warnings,
    SweepScenario scenario,
    Environment environment,
    List<Step> steps)
    implements Result {
  /** The stored key {@code kind}. */
  public static final String KIND = "sweep";

  /** The present version of the form. */
  public static final int SCHEMA = 2;

  public SweepResult {
    warnings = List.copyOf(warnings);
    steps = List.copyOf(steps);
  }

  /** The step that others are compared with: the first VALID one; nothing while there is none. */
  @Nullable Step base() {
    return base(steps);
  }

  /** The same of steps that were done. */
  static @Nullable Step base(List<Step> done) {
    return done.stream()
        .filter(step -> step.verdict().status() == Verdict.Status.VALID)
        .findFirst()
        .orElse(null);
  }

  /**
   * One step.
   *
   * @param seed of its keys, values and arrivals
   * @param run as it would be stored alone; absent when it could not begin
   */
  public record Step(int threads, long seed, Verdict verdict, @Nullable RunResult run) {}

  @Override
  public String kind() {
    return KIND;
  }
}
