package io.github.bmt4j.load.run;

import static io.github.bmt4j.report.Lines.words;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.bmt4j.experiment.ResultFolder;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.experiment.RunStore.Stored;
import io.github.bmt4j.experiment.Runner;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.failure.BadInputException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Runs that were parts of one load, from several clients at the same time, merged into one result.
 * Each run's own clock is trusted, as no offset between their machines is known.
 */
public final class Merge {
  /** Smallest common part of the measurements, as a share of the longest. */
  private static final double LEAST_OVERLAP = 0.95;

  private final List<Part> parts;
  private final MergedIntervals intervals;
  private final double elapsedSeconds;
  private final double overlap;

  /**
   * A run.
   *
   * @param offsetSeconds from the start of the first run's measurement to the start of this one's
   */
  record Part(Path folder, RunResult run, double offsetSeconds) {
    double endSeconds() {
      return offsetSeconds + run.totals().elapsedSeconds();
    }

    String name() {
      return folder.toAbsolutePath().normalize().getFileName().toString();
    }
  }

  /**
   * Reads the runs.
   *
   * @param runs with scenarios that differ in threads, rate, events, target and seed alone
   * @throws BadInputException when they are no runs, were not made at the same time, or lack the
   *     histograms of their intervals
   */
  public Merge(List<Stored> runs) {
    Instant start =
        runs.stream().map(run -> run(run).startedAt()).min(Comparator.naturalOrder()).orElseThrow();
    parts =
        runs.stream()
            .map(run -> new Part(run.folder(), run(run), seconds(start, run(run).startedAt())))
            .sorted(Comparator.comparingDouble(Part::offsetSeconds))
            .toList();
    elapsedSeconds = parts.stream().mapToDouble(Part::endSeconds).max().orElseThrow();
    overlap = overlap();
    intervals = new MergedIntervals(parts);
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
    Part last = parts.get(parts.size() - 1);
    double longest =
        parts.stream().mapToDouble(one -> one.run().totals().elapsedSeconds()).max().orElse(0);
    double end = parts.stream().mapToDouble(Part::endSeconds).min().orElse(0);
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

  /**
   * Stores the merged result with its intervals.
   *
   * @param notes conditions in which the runs differ
   */
  public Runner.Outcome<RunResult> store(ResultFolder folder, List<String> notes) {
    RunResult first = parts.get(0).run();
    RunScenario scenario = first.scenario();
    List<RunResult.IntervalResult> merged = new ArrayList<>();
    List<String> reasons = new ArrayList<>();
    List<String> kinds =
        Objects.requireNonNullElse(first.kinds(), List.<RunResult.KindFigures>of()).stream()
            .map(RunResult.KindFigures::kind)
            .toList();
    try (IntervalFiles files = new IntervalFiles(folder.path(), first.startedAt(), kinds)) {
      intervals.each(
          elapsedSeconds,
          interval -> {
            boolean scheduled = scenario.load().scheduled();
            merged.add(Figures.interval(interval, scenario.times().percentile(), scheduled));
            files.interval(interval, merged.get(merged.size() - 1));
          });
      String failure = files.failure();
      if (failure != null) {
        reasons.add("the intervals could not be stored: " + failure);
      }
    }
    for (Part part : parts) {
      part.run().verdict().reasons().forEach(one -> reasons.add(part.name() + ": " + one));
    }
    ObjectNode sums = MergedFigures.of(parts, intervals, elapsedSeconds);
    sums.put("id", Runner.newId());
    sums.set("verdict", ResultJson.tree(Verdict.of(reasons)));
    sums.set("warnings", ResultJson.tree(warnings(notes)));
    sums.set("intervals", ResultJson.tree(merged));
    OverTime.of(merged, scenario.times().percentile(), null)
        .ifPresent(found -> sums.set("overTime", ResultJson.tree(found)));
    return folder.store(result(sums));
  }

  static RunResult result(JsonNode stored) {
    try {
      return ResultJson.read(stored.toString(), RunResult.class);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("no run", e);
    }
  }

  private List<String> warnings(List<String> notes) {
    Set<String> warnings = new LinkedHashSet<>();
    for (Part part : parts) {
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
