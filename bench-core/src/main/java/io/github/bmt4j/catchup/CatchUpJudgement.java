package io.github.bmt4j.catchup;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.catchup.CatchUpResult.CatchUp;
import io.github.bmt4j.catchup.CatchUpResult.Rank;
import io.github.bmt4j.catchup.CatchUpScenario.Case;
import io.github.bmt4j.clock.Medians;
import io.github.bmt4j.compare.Standings;
import io.github.bmt4j.experiment.Figure;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Objects;

/** Judges whether the figures of catch-ups may be used, and ranks settings. */
final class CatchUpJudgement {
  /**
   * Largest ratio of the replica's disk times; above it, the disk may explain differences between
   * catch-ups.
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
    List<Reason> reasons = new ArrayList<>();
    for (CatchUp one : all) {
      String which = name(one) + ": ";
      one.problems().forEach(problem -> reasons.add(problem.in(name(one))));
      switch (one.outcome()) {
        case BROKEN ->
            reasons.add(Code.REPLICATION_FAILED.of(which + "replication broke: " + one.words()));
        case LOST ->
            reasons.add(Code.SERVER_LOST.of(which + "the replica was lost: " + one.words()));
        default -> {}
      }
      if (one.checksums() != null && !one.checksums().equals(CatchUp.EQUAL)) {
        reasons.add(
            Code.TABLES_DIFFER.of(
                which + "the replica differs from the primary: " + one.checksums()));
      }
      if (one.backlogSeconds() < LEAST_SHARE_OF_BACKLOG * scenario.backlogSeconds()) {
        reasons.add(
            Code.REPLICATION_FAILED.of(
                words(
                    "%sa backlog of %.1f s instead of %.1f s: the heartbeat was late",
                    which, one.backlogSeconds(), scenario.backlogSeconds())));
      }
    }
    DoubleSummaryStatistics disk = disk(all);
    if (disk.getCount() > 0 && disk.getMax() > MOST_DISK_RATIO * disk.getMin()) {
      reasons.add(
          Code.DISK_DIFFERS.of(
              words(
                  "a small forced write took %.3g to %.3g ms on the replica's disk before the"
                      + " catch-ups, more than %.0f times as long: they cannot be compared",
                  disk.getMin(), disk.getMax(), MOST_DISK_RATIO)));
    }
    int planned = scenario.rounds() * scenario.replicaSettings().size();
    long complete = all.stream().filter(CatchUp::counts).count();
    if (complete < planned) {
      reasons.add(
          (interrupted ? Code.INTERRUPTED : Code.ENDED_EARLY)
              .of(
                  words(
                      "%s after %d of %d catch-ups",
                      interrupted ? "interrupted" : "ended", complete, planned)));
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

  /** Settings by median speed, the fastest first; empty where they cannot be ranked. */
  static List<Rank> ranking(CatchUpScenario scenario, List<CatchUp> all, Verdict verdict) {
    List<Figure> speeds =
        CatchUpReport.settings(scenario, all).stream()
            .map(one -> CatchUpReport.speed(scenario).figure(one.name(), one.samples()))
            .toList();
    return verdict.status() == Verdict.Status.INVALID
            || speeds.size() < 2
            || speeds.stream().anyMatch(some -> some.samples().size() < FEWEST_ROUNDS)
        ? List.of()
        : ranking(speeds);
  }

  /**
   * Ranks settings by their speeds, equally many for each, in the order of the rounds. Settings
   * that are not shown to be slower than the fastest unranked one share its place. Every pair
   * counts as a test, since the fastest was not known before.
   *
   * @param speeds named by their settings
   */
  static List<Rank> ranking(List<Figure> speeds) {
    int pairs = speeds.size() * (speeds.size() - 1) / 2;
    List<Figure> left = new ArrayList<>(speeds);
    left.sort(Comparator.comparingDouble((Figure one) -> Medians.of(one.samples())).reversed());
    List<Rank> ranking = new ArrayList<>();
    while (!left.isEmpty()) {
      Figure best = left.get(0);
      int place = ranking.size() + 1;
      List<Figure> group =
          left.stream().filter(one -> !Standings.isWorse(one, best, pairs)).toList();
      for (Figure one : group) {
        List<Double> some = one.samples();
        ranking.add(
            new Rank(
                place, one.name(), Medians.of(some), Collections.min(some), Collections.max(some)));
      }
      left.removeAll(group);
    }
    return ranking;
  }
}
