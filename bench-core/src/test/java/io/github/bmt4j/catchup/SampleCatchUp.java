package io.github.bmt4j.catchup;

import io.github.bmt4j.catchup.CatchUpResult.CatchUp;
import io.github.bmt4j.catchup.CatchUpResult.Outcome;
import io.github.bmt4j.catchup.CatchUpResult.Point;
import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.experiment.RunStore;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.sampling.SampleSeries;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Catch-ups like those of a stored result. */
final class SampleCatchUp {
  static final String PARALLEL = "slave_parallel_threads=4";
  private static final Path STORED_RESULTS = Path.of("src", "test", "resources", "stored-results");
  private static final CatchUpResult STORED =
      (CatchUpResult)
          new RunStore(STORED_RESULTS).read(STORED_RESULTS.resolve("catch-up").toString()).result();

  private SampleCatchUp() {}

  static CatchUpScenario scenario(boolean duringLoad, String... settings) {
    return Made.like(STORED.scenario())
        .set("backlogSeconds", 5)
        .set("replicaSettings", List.of(settings))
        .set("duringLoad", duringLoad)
        .set("giveUpSeconds", 600)
        .record();
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
    return Made.like(STORED.catchUps().get(0))
        .set("setting", setting)
        .set("round", round)
        .set("outcome", end.outcome())
        .set("backlogSeconds", 5)
        .set("transactions", 10_000)
        .set("elapsedSeconds", elapsed)
        .set("remainingSeconds", end.remaining())
        .set("diskMs", diskMs)
        .set("claimedSeconds", 31)
        .set("checksums", end.checksums())
        .set("words", end.words())
        .set("problems", List.of())
        .set("curve", List.of(new Point(0, 5), new Point(elapsed, end.remaining())))
        .record();
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
  static CatchUpResult result() {
    return result(scenario(false, "", PARALLEL), rounds());
  }

  static CatchUpResult result(CatchUpScenario scenario, List<CatchUp> all) {
    Verdict verdict = CatchUpJudgement.judge(scenario, all, false);
    return Made.like(STORED)
        .set("verdict", verdict)
        .set("warnings", List.of())
        .set("scenario", scenario)
        .set("catchUps", all)
        .set("ranking", CatchUpJudgement.ranking(scenario, all, verdict))
        .set(
            "serverSeries",
            all.stream()
                .map(
                    one ->
                        SampleSeries.of(CatchUpJudgement.setting(one.setting()), one.round() / 4.0))
                .toList())
        .record();
  }
}
