package io.github.bmt4j.catchup;

import io.github.bmt4j.catchup.CatchUpResult.CatchUp;
import io.github.bmt4j.catchup.CatchUpResult.Outcome;
import io.github.bmt4j.catchup.CatchUpResult.Point;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.load.run.OltpJob;
import io.github.bmt4j.load.run.SampleResult;
import io.github.bmt4j.sampling.SampleSeries;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Catch-ups, made up by hand. */
public final class SampleCatchUp {
  static final String PARALLEL = "slave_parallel_threads=4";

  private SampleCatchUp() {}

  static CatchUpScenario scenario(boolean duringLoad, String... settings) {
    return new CatchUpScenario(
        OltpJob.of("oltp_write_only", Map.of("tables", "1"), 8, "none").scenario(),
        "replication",
        null,
        5,
        List.of(settings),
        3,
        duringLoad,
        600);
  }

  /** One that caught up, from 5 s behind. */
  static CatchUp caughtUp(String setting, int round, double elapsed, double diskMs) {
    return of(setting, round, elapsed, diskMs, new End(Outcome.CAUGHT_UP, 0, "equal", null));
  }

  /** One whose tables differ afterwards. */
  static CatchUp differing(String setting, int round, double elapsed, double diskMs) {
    return of(setting, round, elapsed, diskMs, new End(Outcome.CAUGHT_UP, 0, "bmt.sbtest1", null));
  }

  /** The first, which ended early. */
  static CatchUp ended(Outcome outcome, @Nullable String words) {
    return of("", 1, 1, 1, new End(outcome, 4, null, words));
  }

  /** The first, whose backlog grew for 600 s. */
  static CatchUp never() {
    return of("", 1, 600, 1, new End(Outcome.GAVE_UP, 305, "equal", null));
  }

  private record End(
      Outcome outcome, double remaining, @Nullable String checksums, @Nullable String words) {}

  private static CatchUp of(String setting, int round, double elapsed, double diskMs, End end) {
    return new CatchUp(
        setting,
        round,
        Instant.parse("2026-11-27T03:00:10Z"),
        end.outcome(),
        5,
        4.98,
        10_000,
        elapsed,
        end.remaining(),
        diskMs,
        31L,
        end.checksums(),
        end.words(),
        List.of(new Point(0, 5), new Point(elapsed, end.remaining())),
        List.of());
  }

  /** Three rounds of two settings. */
  static List<CatchUp> rounds() {
    return Stream.of(1, 2, 3)
        .flatMap(
            round ->
                Stream.of(
                    caughtUp("", round, 4 + round / 10.0, 1.5),
                    caughtUp(PARALLEL, round, 2 + round / 10.0, 1.2)))
        .toList();
  }

  /** The result of these, judged. */
  public static CatchUpResult result() {
    return result(scenario(false, "", PARALLEL), rounds());
  }

  static CatchUpResult result(CatchUpScenario scenario, List<CatchUp> all) {
    Verdict verdict = CatchUpJudgement.judge(scenario, all, false);
    return new CatchUpResult(
        "12ab34cd",
        Instant.parse("2026-11-27T03:00:00Z"),
        verdict,
        List.of(),
        scenario,
        SampleResult.closedLoop().environment(),
        all,
        CatchUpJudgement.ranking(scenario, all, verdict),
        all.stream()
            .map(one -> SampleSeries.of(CatchUpJudgement.setting(one.setting()), one.round() / 4.0))
            .toList());
  }
}
