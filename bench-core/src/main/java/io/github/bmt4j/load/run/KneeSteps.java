package io.github.bmt4j.load.run;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.clock.ErrorPhase;
import io.github.bmt4j.clock.Failure;
import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.load.run.KneeSearch.Visit;
import io.github.bmt4j.load.run.RunResult.IntervalResult;
import io.github.bmt4j.load.run.RunResult.Totals;
import io.github.bmt4j.load.run.SweepResult.Step;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The steps of a sweep that finds them itself: what they showed, as {@link KneeSearch} takes it.
 */
final class KneeSteps {
  /** Longest batch; shorter steps have shorter ones. */
  private static final double BATCH_SECONDS = 5;

  /** Batches of a step, at least. */
  static final int BATCHES = 6;

  /** Share by which threads may differ from throughput times response time. */
  private static final double LITTLE = 0.05;

  private static final Map<Integer, String> LIMITS =
      Map.of(
          1040, "the server takes no more connections (error 1040, max_connections)",
          1203, "the server takes no more connections of this login (error 1203)",
          1226, "the server takes no more connections of this login (error 1226)",
          1461, "the server prepares no more statements (error 1461, max_prepared_stmt_count)");

  /** SQLState of servers outside the MySQL family that take no more connections. */
  private static final String TOO_MANY = "53300";

  private final KneeSearch steps;
  private final @Nullable Threshold limit;

  /** The step that ended the first pass, because client or server had reached a limit. */
  private @Nullable Step excused;

  private @Nullable SQLException notBegun;

  /**
   * @param job of any step
   */
  KneeSteps(Search search, Job job) {
    this.steps = new KneeSearch(search, job.scenario().seed());
    this.limit = search.threshold(job);
  }

  /** The threads of the next step; absent at the end. */
  OptionalInt next() {
    return steps.next();
  }

  /** Takes a step that was done. */
  void add(Step step) {
    RunResult run = step.run();
    if (run != null && step.verdict().status() == Status.VALID) {
      List<Double> batches = batches(run);
      steps.add(
          batches.size() < BATCHES
              ? Visit.unusable("the step had too few intervals")
              : new Visit(batches, limit == null ? null : limit.keptBy(run), null));
      return;
    }
    Optional<String> reached = run == null ? limitOf(notBegun) : limitOf(run);
    if (reached.isPresent() && steps.isFirstPass()) {
      excused = step;
    }
    steps.add(Visit.unusable(reached.orElse(step.verdict().reasons().get(0))));
  }

  /** Takes why a step could not begin, before the step. */
  void failed(SQLException failure) {
    notBegun = failure;
  }

  /** Takes that a step cannot run, because of a limit of client or server. */
  void refuse(String why) {
    steps.add(Visit.unusable(why));
  }

  /**
   * Returns true if a step is INVALID because the search went as far as client and server can: that
   * is its answer, and does not spoil the steps before it.
   */
  boolean excuses(Step step) {
    return step.equals(excused);
  }

  Knee answer() {
    return steps.answer();
  }

  private static Optional<String> limitOf(@Nullable SQLException failure) {
    if (failure == null) {
      return Optional.empty();
    }
    Failure classed = Failure.of(failure, ErrorPhase.CONNECT);
    return limitOf(classed.code(), classed.sqlState());
  }

  private static Optional<String> limitOf(int code, String sqlState) {
    return sqlState.equals(TOO_MANY)
        ? Optional.of("the server takes no more connections (SQLState " + TOO_MANY + ")")
        : Optional.ofNullable(LIMITS.get(code));
  }

  /** The limit that a run has reached: that of the client, or of the server. */
  private static Optional<String> limitOf(RunResult run) {
    Optional<String> ofServer =
        run.errorsByCode().stream()
            .flatMap(error -> limitOf(error.code(), error.sqlState()).stream())
            .findFirst();
    if (ofServer.isPresent()) {
      return ofServer;
    }
    Double client = run.client().cpuUtilization();
    Totals totals = run.totals();
    return client != null && client > Judgement.SATURATED
        ? Optional.of(Judgement.saturated(client))
        : Judgement.failed(totals);
  }

  /** Transactions a second of pieces of a run that follow each other, each of whole intervals. */
  static List<Double> batches(RunResult run) {
    RunScenario scenario = run.scenario();
    double seconds = scenario.timeSeconds();
    double batch = Math.min(BATCH_SECONDS, seconds / BATCHES);
    int size = (int) Math.max(1, Math.floor(batch / scenario.intervalSeconds() + 1e-6));
    double latest = seconds - scenario.intervalSeconds() / 2;
    List<IntervalResult> whole =
        run.intervals().stream().filter(interval -> interval.fromSeconds() < latest).toList();
    List<Double> rates = new ArrayList<>();
    for (int i = 0; i + size <= whole.size(); i += size) {
      List<IntervalResult> some = whole.subList(i, i + size);
      long transactions = some.stream().mapToLong(IntervalResult::transactions).sum();
      double span = some.get(size - 1).toSeconds() - some.get(0).fromSeconds();
      if (span > 0) {
        rates.add(transactions / span);
      }
    }
    return rates;
  }

  /**
   * What to say where Little's law does not hold: threads are throughput times response time, as
   * far as every thread always has an operation under way.
   */
  static List<String> little(List<Step> done) {
    Map<Integer, Double> underWay = new TreeMap<>();
    for (Step step : done) {
      RunResult run = step.run();
      Double tps = run == null ? null : run.throughput().tps();
      Double mean = run == null ? null : run.latency().response().mean();
      if (step.verdict().status() == Status.VALID && tps != null && mean != null) {
        double busy = tps * mean / 1e3;
        if (Math.abs(busy / step.threads() - 1) > LITTLE) {
          underWay.putIfAbsent(step.threads(), busy);
        }
      }
    }
    return underWay.isEmpty()
        ? List.of()
        : List.of(
            words(
                "transactions/s x mean response time differs by more than 5 %% from the number of"
                    + " threads (Little's law): %s; threads were not busy with operations all the"
                    + " time",
                underWay.entrySet().stream()
                    .map(
                        one ->
                            words("%.1f with %s", one.getValue(), counted(one.getKey(), "thread")))
                    .collect(Collectors.joining(", "))));
  }
}
