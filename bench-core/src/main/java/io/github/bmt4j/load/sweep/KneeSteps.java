package io.github.bmt4j.load.sweep;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.load.run.Job;
import io.github.bmt4j.load.run.Judgement;
import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.run.RunResult.IntervalResult;
import io.github.bmt4j.load.run.RunScenario;
import io.github.bmt4j.load.run.Threshold;
import io.github.bmt4j.load.run.Totals;
import io.github.bmt4j.load.sweep.KneeSearch.Visit;
import io.github.bmt4j.load.sweep.SweepResult.Step;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.Failure;
import io.github.bmt4j.report.Reason.Code;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The steps of a sweep that finds them itself: turns their results into observations for {@link
 * KneeSearch}.
 */
final class KneeSteps implements Steps {
  /** Longest batch; shorter steps have shorter ones. */
  private static final double BATCH_SECONDS = 5;

  private static final int BATCHES = 6;
  static final int FEWEST_BATCHES = 3;

  /** Share by which the threads may differ from throughput times response time. */
  private static final double LITTLE = 0.05;

  private static final Map<Integer, String> LIMITS =
      Map.of(
          1040, "the server takes no more connections (error 1040, max_connections)",
          1203, "the server takes no more connections of this account (error 1203)",
          1226, "the server takes no more connections of this account (error 1226)",
          1461, "the server prepares no more statements (error 1461, max_prepared_stmt_count)");

  /** SQLState of servers outside the MySQL family that take no more connections. */
  private static final String TOO_MANY = "53300";

  private final Search search;
  private final Job any;
  private final KneeSearch steps;
  private final @Nullable Threshold limit;

  /** Steps at the limits of client or server, or whose rate was not kept. */
  private final Set<Step> excused = new HashSet<>();

  /** INVALID steps, mostly because of the machine, whose repetition was not INVALID. */
  private final Set<Step> repeated = new LinkedHashSet<>();

  private int done;
  private @Nullable Step before;

  /** True if the last step is VALID; and if any step can be judged. */
  private boolean valid;

  private boolean some;
  private Optional<String> notBegun = Optional.empty();

  KneeSteps(Search search, Job any) {
    this.search = search;
    this.any = any;
    this.steps = new KneeSearch(search, any.scenario().load().seed());
    this.limit = search.threshold(any);
  }

  @Override
  public Optional<Job> next() {
    OptionalInt value = steps.next();
    return value.isPresent()
        ? Optional.of(search.step(any, done, value.getAsInt()))
        : Optional.empty();
  }

  @Override
  public void add(Step step) {
    done++;
    RunResult run = step.run();
    valid = step.valid();
    boolean missed = run != null && search.ofRate() && step.verdict().isOnly(Code.RATE_MISSED);
    Step first = before;
    before = null;
    if (first != null && (valid || missed)) {
      repeated.add(first);
    }
    if (run != null && valid) {
      List<Double> batches = batches(run);
      some |= batches.size() >= FEWEST_BATCHES;
      Boolean keeps = limit == null ? (search.ofRate() ? true : null) : limit.keptBy(run);
      keeps = step.keepsRate() ? keeps : (Boolean) false;
      steps.add(
          batches.size() < FEWEST_BATCHES
              ? Visit.unusable("the step had too few intervals")
              : new Visit(batches, keeps, null));
      return;
    }
    if (missed) {
      excused.add(step);
      some = true;
      steps.add(new Visit(List.of(), false, null));
      return;
    }
    Optional<String> reached = run == null ? notBegun : limitOf(run);
    if (reached.isEmpty() && run != null && first == null) {
      before = step;
      return;
    }
    if (reached.isPresent() && steps.isFirstPass()) {
      excused.add(step);
    }
    steps.add(Visit.unusable(reached.orElse(step.verdict().texts().get(0))));
  }

  @Override
  public void failed(SQLException failure) {
    Failure classed = Failure.of(failure, ErrorPhase.CONNECT);
    notBegun = limitOf(classed.code(), classed.sqlState());
  }

  @Override
  public boolean leavesOut(Function<Job, Optional<String>> limits) {
    Optional<String> why = next().flatMap(limits);
    why.ifPresent(reason -> steps.add(Visit.unusable(reason)));
    return why.isPresent();
  }

  @Override
  public Optional<String> unfinished() {
    if (done == 0 || steps.next().isPresent()) {
      return Optional.of("the search had not ended");
    }
    return valid && !some ? Optional.ofNullable(steps.answer().noKnee()) : Optional.empty();
  }

  /** Without a VALID step there is no answer, and so no limit in it. */
  @Override
  public boolean excuses(Step step) {
    return repeated.contains(step) || (some && excused.contains(step));
  }

  @Override
  public SweepScenario stored(SweepScenario planned, List<Step> all) {
    return search.ofRate()
        ? planned
        : new SweepScenario(
            all.stream().map(Step::threads).toList(), planned.common(), planned.search());
  }

  @Override
  public Knee answer() {
    return steps.answer();
  }

  private static Optional<String> limitOf(int code, String sqlState) {
    return sqlState.equals(TOO_MANY)
        ? Optional.of("the server takes no more connections (SQLState " + TOO_MANY + ")")
        : Optional.ofNullable(LIMITS.get(code));
  }

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

  /** Transactions a second of successive batches of a run, each of whole intervals. */
  static List<Double> batches(RunResult run) {
    RunScenario scenario = run.scenario();
    double seconds = scenario.times().timeSeconds();
    double batch = Math.min(BATCH_SECONDS, seconds / BATCHES);
    int size = (int) Math.max(1, Math.floor(batch / scenario.times().intervalSeconds() + 1e-6));
    double latest = seconds - scenario.times().intervalSeconds() / 2;
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

  @Override
  public List<String> notes(List<Step> all) {
    return Stream.concat(
            (search.ofRate() ? busy(all) : little(all)).stream(),
            repeated.stream()
                .map(
                    step ->
                        words(
                            "%s: repeated, because it was INVALID at first: %s",
                            step.words(), step.verdict().texts().get(0))))
        .toList();
  }

  private List<String> busy(List<Step> all) {
    return all.stream()
        .filter(excused::contains)
        .filter(step -> step.run() != null && underWay(step.run()) > (1 - LITTLE) * step.threads())
        .min(Comparator.comparingInt(Step::value))
        .map(
            step ->
                words(
                    "at %s all of %s were busy: more --threads may keep a higher rate",
                    step.words(), counted(step.threads(), "thread")))
        .stream()
        .toList();
  }

  private static double underWay(RunResult run) {
    Double tps = run.throughput().tps();
    Double mean = run.latency().service().mean();
    return tps == null || mean == null ? 0 : tps * mean / 1e3;
  }

  /**
   * Note on steps for which Little's law does not hold: threads are throughput times response time
   * if every thread always has an operation under way.
   */
  static List<String> little(List<Step> done) {
    Map<Integer, Double> underWay = new TreeMap<>();
    for (Step step : done) {
      RunResult run = step.run();
      if (run != null && step.valid()) {
        double busy = underWay(run);
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
