package io.github.bmt4j.load.run;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.experiment.ResultFolder;
import io.github.bmt4j.experiment.RunStore.Stored;
import io.github.bmt4j.experiment.Runner;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.load.EndpointPlan;
import io.github.bmt4j.load.Interval;
import io.github.bmt4j.load.Measurement;
import io.github.bmt4j.load.Merged;
import io.github.bmt4j.load.run.RunResult.Client;
import io.github.bmt4j.load.run.RunResult.IntervalResult;
import io.github.bmt4j.load.run.RunResult.KindFigures;
import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.StatementRows;
import io.github.bmt4j.workload.Workload;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs that were parts of one load, from several clients at the same time, merged into one result.
 * Each run's own clock is trusted, as no offset between their machines is known.
 */
public final class Merge {
  private static final double LEAST_OVERLAP = 0.95;

  private final List<StoredRun> parts;
  private final List<Measurement> measured;
  private final double elapsedSeconds;
  private final double overlap;

  public Merge(List<Stored> runs) {
    Instant start =
        runs.stream().map(run -> run(run).startedAt()).min(Comparator.naturalOrder()).orElseThrow();
    parts =
        runs.stream()
            .map(run -> new StoredRun(run.folder(), run(run), seconds(start, run(run).startedAt())))
            .sorted(Comparator.comparingDouble(StoredRun::offsetSeconds))
            .toList();
    elapsedSeconds = parts.stream().mapToDouble(StoredRun::endSeconds).max().orElseThrow();
    overlap = overlap();
    measured = parts.stream().map(StoredRun::measurement).toList();
  }

  private static double seconds(Instant from, Instant to) {
    return Duration.between(from, to).toNanos() / 1e9;
  }

  private static RunResult run(Stored stored) {
    if (!(stored.result() instanceof RunResult run)) {
      throw new BadInputException(
          stored.folder() + " is no run, but of kind " + stored.result().kind());
    }
    if (!run.scenario().load().stages().isEmpty() || run.intervals().isEmpty()) {
      throw new BadInputException(
          stored.folder()
              + (run.intervals().isEmpty() ? " has no intervals" : " is a run with stages")
              + ", and cannot be merged");
    }
    return run;
  }

  private double overlap() {
    StoredRun last = parts.get(parts.size() - 1);
    double longest =
        parts.stream().mapToDouble(one -> one.run().totals().elapsedSeconds()).max().orElse(0);
    double end = parts.stream().mapToDouble(StoredRun::endSeconds).min().orElse(0);
    double share = longest <= 0 ? 0 : Math.max(0, end - last.offsetSeconds()) / longest;
    if (share < LEAST_OVERLAP) {
      throw new BadInputException(
          words(
              "the measurements overlap by %.1f %%, and at least %.0f %% is needed: %s began %.2f s"
                  + " after %s by their own clocks",
              100 * share,
              100 * LEAST_OVERLAP,
              last.name(),
              last.offsetSeconds(),
              parts.get(0).name()));
    }
    return share;
  }

  public Runner.Outcome<RunResult> store(ResultFolder folder, List<String> notes) {
    List<String> reasons = new ArrayList<>();
    List<IntervalResult> intervals = intervals(folder, reasons);
    for (StoredRun part : parts) {
      part.run().verdict().reasons().forEach(one -> reasons.add(part.name() + ": " + one));
    }
    RunResult first = parts.get(0).run();
    Job job = job(first);
    RunScenario scenario = scenario();
    RunFigures figures =
        RunFigures.of(
            Merged.measurement(measured, false, List.of()),
            scenario,
            job == null ? List.of() : job.workload().shares(job.params()),
            parts.stream().anyMatch(one -> RunEndpoints.isGalera(one.run().environment())));
    boolean oneTarget =
        parts.stream().map(one -> one.run().scenario().target()).distinct().count() == 1;
    return folder.store(
        new RunResult(
            Runner.newId(),
            first.startedAt(),
            Verdict.of(reasons),
            warnings(notes),
            scenario,
            first.environment(),
            figures.totals(),
            figures.throughput(),
            figures.latency(),
            figures.errors(),
            intervals,
            client(figures.totals().queries()),
            null,
            null,
            null,
            figures.kinds(),
            figures.shares(),
            // As of no VALID run: by the specification, tpmC needs all terminals on the tables of
            // a run.
            job == null ? null : figures.own(job, elapsedSeconds, false),
            first.rows() == null
                ? null
                : Merged.rows(parts.stream().map(one -> rows(one.run())).toList()),
            null,
            null,
            OverTime.of(intervals, scenario.times().percentile(), null).orElse(null),
            oneTarget ? first.serverSeries() : null,
            null,
            null));
  }

  private static List<StatementRows> rows(RunResult run) {
    return run.rows() == null ? List.of() : run.rows();
  }

  private static @Nullable Job job(RunResult run) {
    if (run.shares() == null && run.figures() == null) {
      return null;
    }
    Workload workload = Catalogue.byName(run.scenario().workload());
    Map<String, String> given = new TreeMap<>();
    run.scenario().parameters().forEach((name, value) -> given.put(name, value + ""));
    return new Job(workload, Params.resolve(workload.info(), given), run.scenario());
  }

  /**
   * Intervals of the run that began first, to which those of other runs are added by the middle of
   * each.
   */
  private List<IntervalResult> intervals(ResultFolder folder, List<String> reasons) {
    RunResult first = parts.get(0).run();
    List<String> kinds = parts.get(0).kinds().stream().map(KindFigures::kind).toList();
    List<IntervalResult> merged = new ArrayList<>();
    List<StoredRun.Log> logs = new ArrayList<>();
    try (IntervalFiles files = new IntervalFiles(folder.path(), first.startedAt(), kinds)) {
      parts.forEach(part -> logs.add(part.new Log()));
      for (int i = 0; i < first.intervals().size(); i++) {
        boolean last = i + 1 == first.intervals().size();
        double from = first.intervals().get(i).fromSeconds();
        double to = last ? elapsedSeconds : first.intervals().get(i).toSeconds();
        List<Interval> all = new ArrayList<>();
        List<Interval> ends = new ArrayList<>();
        for (StoredRun.Log log : logs) {
          int before = all.size();
          while (log.hasNextBefore(last ? Double.POSITIVE_INFINITY : to)) {
            all.add(log.next(from, to));
          }
          ends.addAll(all.subList(Math.max(before, all.size() - 1), all.size()));
        }
        Interval interval = Merged.interval(Math.round(from * 1e9), all, ends, ends);
        LoadTimes times = first.scenario().times();
        merged.add(
            Figures.interval(interval, times.percentile(), first.scenario().load().scheduled()));
        files.interval(interval, merged.get(i));
      }
      String failure = files.failure();
      if (failure != null) {
        reasons.add("the intervals could not be stored: " + failure);
      }
    } finally {
      logs.forEach(StoredRun.Log::close);
    }
    return merged;
  }

  private RunScenario scenario() {
    List<RunScenario> all = parts.stream().map(one -> one.run().scenario()).toList();
    RunScenario first = all.get(0);
    LoadScenario load = first.load();
    LoadTimes times = first.times();
    return first.with(
        all.stream().map(RunScenario::target).distinct().collect(Collectors.joining(" ")),
        new LoadScenario(
            all.stream().mapToInt(one -> one.load().threads()).sum(),
            null,
            load.loop(),
            load.rate() == null ? null : (Double) sum(all, one -> one.load().rate()),
            load.arrivals(),
            load.terminals() == null
                ? null
                : (Integer) (int) sum(all, one -> one.load().terminals()),
            load.stages(),
            EndpointPlan.EVEN,
            load.seed()),
        new LoadTimes(
            times.warmupSeconds(),
            times.timeSeconds(),
            (long) sum(all, one -> one.times().events()),
            times.intervalSeconds(),
            times.percentile()),
        first.client().poolSize() == null
            ? first.client()
            : first.client().with((int) sum(all, one -> one.client().poolSize())));
  }

  private static double sum(List<RunScenario> all, Function<RunScenario, @Nullable Number> value) {
    return all.stream()
        .flatMap(one -> Stream.ofNullable(value.apply(one)))
        .mapToDouble(Number::doubleValue)
        .sum();
  }

  /** All clients: their CPU and pauses are added up, and of what else they used the most counts. */
  private Client client(long queries) {
    List<Client> all = parts.stream().map(one -> one.run().client()).toList();
    double cpuSeconds = all.stream().mapToDouble(Client::cpuSeconds).sum();
    return new Client(
        cpuSeconds,
        queries == 0 ? null : (Double) Figures.round(cpuSeconds * 1e6 / queries, 100),
        all.stream().mapToDouble(Client::gcPauseMs).sum(),
        most(all, Client::cpuUtilization),
        most(all, Client::maxHeapBytes),
        most(all, Client::peakRssBytes),
        most(all, Client::stoodStillSeconds),
        most(all, Client::runQueueShare),
        most(all, Client::stealShare),
        most(all, Client::othersShare));
  }

  private static <T extends Comparable<T>> @Nullable T most(
      List<Client> clients, Function<Client, @Nullable T> value) {
    return clients.stream()
        .flatMap(one -> Stream.ofNullable(value.apply(one)))
        .max(Comparator.naturalOrder())
        .orElse(null);
  }

  private List<String> warnings(List<String> notes) {
    Set<String> warnings = new LinkedHashSet<>();
    for (StoredRun part : parts) {
      warnings.add(
          words(
              "%s on %s: %s, began %+.3f s",
              part.name(),
              part.run().scenario().target(),
              TextReport.rates(part.run()),
              part.offsetSeconds()));
    }
    warnings.add(
        words(
            "merged from %d runs by each one's own clock, as no offset between their machines is"
                + " known; the measurements overlap by %.1f %%",
            parts.size(), 100 * overlap));
    if (parts.stream().map(one -> one.run().scenario().load().seed()).distinct().count()
        < parts.size()) {
      warnings.add("runs have the same seed: their workers chose the same keys");
    }
    warnings.addAll(notes);
    parts.forEach(one -> warnings.addAll(one.run().warnings()));
    return List.copyOf(warnings);
  }
}
