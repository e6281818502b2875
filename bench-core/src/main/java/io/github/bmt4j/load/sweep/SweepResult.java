package io.github.bmt4j.load.sweep;

import static io.github.bmt4j.report.Lines.counted;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.Result;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.run.StageFigures;
import io.github.bmt4j.report.Lines;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The result of a sweep, as stored in {@code result.json}: runs with different numbers of threads,
 * or at different rates, one after the other on the same tables.
 *
 * @param startedAt start of the sweep, before the first step
 * @param verdict INVALID if a step is, if steps are missing, or if a server was restarted between
 *     steps
 * @param warnings limits of the figures of any step
 * @param environment before the first step
 * @param steps executed steps, in their order
 * @param knee answer of a sweep that finds its own steps; absent if they were given
 */
@JsonIgnoreProperties(
    value = {"schema", "kind", "failedChecks"},
    allowGetters = true)
public record SweepResult(
    String id,
    Instant startedAt,
    Verdict verdict,
    List<String> warnings,
    SweepScenario scenario,
    Environment environment,
    List<Step> steps,
    @Nullable Knee knee)
    implements Result {
  public static final String KIND = "sweep";

  public SweepResult {
    warnings = List.copyOf(warnings);
    steps = List.copyOf(steps);
  }

  @Nullable Step base() {
    return base(steps);
  }

  static @Nullable Step base(List<Step> done) {
    return done.stream().filter(Step::valid).findFirst().orElse(null);
  }

  /**
   * One step.
   *
   * @param seed of its keys, values and arrivals
   * @param run result as it would be stored alone; absent if the run could not begin
   * @param rate arrivals a second, if steps differ in them
   */
  public record Step(
      int threads, long seed, Verdict verdict, @Nullable RunResult run, @Nullable Integer rate) {
    boolean valid() {
      return verdict.status() == Verdict.Status.VALID;
    }

    boolean keepsRate() {
      return valid() && (run == null || StageFigures.allKept(run));
    }

    int value() {
      return rate == null ? threads : rate;
    }

    String words() {
      return rate == null ? counted(threads, "thread") : Lines.words("%,d/s", rate);
    }
  }

  /**
   * The limits of figures that are broken, or cannot be judged, each with its step: of all steps,
   * or, if the sweep found its steps itself, only of the answer's, because most others have too few
   * threads or too many.
   */
  @Override
  @JsonProperty
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  public List<String> failedChecks() {
    List<String> limits = scenario.common().failIf();
    Integer answer =
        knee == null || verdict.status() != Verdict.Status.VALID ? null : knee.answer();
    if (knee != null && answer == null) {
      return limits.stream()
          .map(limit -> limit + " cannot be judged: the search has no VALID answer")
          .toList();
    }
    Set<String> failed = new LinkedHashSet<>();
    for (Step step : steps) {
      String with = step.words() + ": ";
      if (answer != null && answer != step.value()) {
        continue;
      }
      if (step.run() != null) {
        step.run().failedChecks().forEach(check -> failed.add(with + check));
      } else {
        limits.forEach(limit -> failed.add(with + limit + " cannot be judged: it did not run"));
      }
    }
    return List.copyOf(failed);
  }
}
