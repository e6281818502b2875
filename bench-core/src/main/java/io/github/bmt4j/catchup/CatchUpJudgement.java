package io.github.bmt4j.catchup;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.catchup.CatchUpResult.CatchUp;
import io.github.bmt4j.catchup.CatchUpResult.Rank;
import io.github.bmt4j.catchup.CatchUpScenario.Case;
import io.github.bmt4j.clock.Medians;
import io.github.bmt4j.compare.Standings;
import io.github.bmt4j.experiment.Figure;
import io.github.bmt4j.experiment.Figure.Better;
import io.github.bmt4j.experiment.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Judges whether the figures of catch-ups may be used, and ranks settings. */
final class CatchUpJudgement {
  /**
   * Largest ratio of the times of the replica's disk; above it, the disk may explain differences
   * between catch-ups.
   */
  private static final double MOST_DISK_RATIO = 2;

  private static final int FEWEST_ROUNDS = 3;

  /** Smallest share of the requested backlog; below it, the heartbeat does not measure it. */
  private static final double LEAST_SHARE_OF_BACKLOG = 0.8;

  private CatchUpJudgement() {}

  /**
   * Judges catch-ups. A replica that never catches up is a result.
   *
   * @param interrupted true if the user has ended the command
   */
  static Verdict judge(CatchUpScenario scenario, List<CatchUp> all, boolean interrupted) {
    List<String> reasons = new ArrayList<>();
    for (CatchUp one : all) {
      String which = name(one) + ": ";
      one.problems().forEach(problem -> reasons.add(which + problem));
      switch (one.outcome()) {
        case BROKEN -> reasons.add(which + "replication broke: " + one.words());
        case LOST -> reasons.add(which + "the replica was lost: " + one.words());
        default -> {}
      }
      if (one.checksums() != null && !one.checksums().equals(CatchUp.EQUAL)) {
        reasons.add(which + "the replica differs from the primary: " + one.checksums());
      }
      if (one.backlogSeconds() < LEAST_SHARE_OF_BACKLOG * scenario.backlogSeconds()) {
        reasons.add(
            words(
                "%sa backlog of %.1f s instead of %.1f s: the heartbeat was late",
                which, one.backlogSeconds(), scenario.backlogSeconds()));
      }
    }
    DoubleSummaryStatistics disk = disk(all);
    if (disk.getCount() > 0 && disk.getMax() > MOST_DISK_RATIO * disk.getMin()) {
      reasons.add(
          words(
              "a small forced write took %.3g to %.3g ms on the replica's disk before the"
                  + " catch-ups, more than %.0f times as long: they cannot be compared",
              disk.getMin(), disk.getMax(), MOST_DISK_RATIO));
    }
    int planned = scenario.rounds() * scenario.replicaSettings().size();
    long complete = all.stream().filter(CatchUp::counts).count();
    if (complete < planned) {
      reasons.add(
          words(
              "%s after %d of %d catch-ups",
              interrupted ? "interrupted" : "ended", complete, planned));
    }
    return Verdict.of(reasons);
  }

  static DoubleSummaryStatistics disk(List<CatchUp> all) {
    return all.stream()
        .map(CatchUp::diskMs)
        .filter(Objects::nonNull)
        .mapToDouble(Double::doubleValue)
        .summaryStatistics();
  }

  static String name(CatchUp one) {
    return name(new Case(one.setting(), one.round()));
  }

  static String name(Case one) {
    return setting(one.setting()) + ", round " + one.round();
  }

  static String setting(String setting) {
    return setting.isEmpty() ? "no setting" : setting;
  }

  static List<Double> speeds(CatchUpScenario scenario, List<CatchUp> all, String setting) {
    return all.stream()
        .filter(one -> one.setting().equals(setting) && one.counts())
        .map(one -> one.speed(scenario.duringLoad()))
        .toList();
  }

  /** The settings by their median speed, the fastest first; empty where they cannot be ranked. */
  static List<Rank> ranking(CatchUpScenario scenario, List<CatchUp> all, Verdict verdict) {
    Map<String, List<Double>> speeds = new LinkedHashMap<>();
    for (String setting : scenario.replicaSettings()) {
      speeds.put(setting, speeds(scenario, all, setting));
    }
    return verdict.status() == Verdict.Status.INVALID
            || speeds.size() < 2
            || speeds.values().stream().anyMatch(some -> some.size() < FEWEST_ROUNDS)
        ? List.of()
        : ranking(speeds);
  }

  /**
   * Ranks settings by the speeds of each, as many for all, in the order of the rounds. Those that
   * are not shown to be slower than the fastest that is left share its place; which that is was not
   * known before, so that every pair counts as a test.
   */
  static List<Rank> ranking(Map<String, List<Double>> speeds) {
    int pairs = speeds.size() * (speeds.size() - 1) / 2;
    List<Rank> left = new ArrayList<>();
    speeds.forEach(
        (setting, some) ->
            left.add(
                new Rank(
                    0, setting, Medians.of(some), Collections.min(some), Collections.max(some))));
    left.sort(Comparator.comparingDouble(Rank::speed).reversed());
    List<Rank> ranking = new ArrayList<>();
    while (!left.isEmpty()) {
      Figure best = figure(speeds, left.get(0));
      int place = ranking.size() + 1;
      List<Rank> group =
          left.stream()
              .filter(one -> !Standings.isWorse(figure(speeds, one), best, pairs))
              .toList();
      group.forEach(one -> ranking.add(one.at(place)));
      left.removeAll(group);
    }
    return ranking;
  }

  private static Figure figure(Map<String, List<Double>> speeds, Rank of) {
    List<Double> samples = Objects.requireNonNull(speeds.get(of.setting()));
    return new Figure("speed", samples, "s/s", Better.HIGHER);
  }
}
