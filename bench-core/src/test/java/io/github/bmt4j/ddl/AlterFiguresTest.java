package io.github.bmt4j.ddl;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.ddl.AlterResult.Alter;
import io.github.bmt4j.ddl.AlterResult.LockWaits;
import io.github.bmt4j.ddl.AlterResult.Progress;
import io.github.bmt4j.ddl.AlterResult.Ratio;
import io.github.bmt4j.ddl.AlterResult.Temporary;
import io.github.bmt4j.ddl.AlterScenario.Algorithm;
import io.github.bmt4j.ddl.AlterScenario.Case;
import io.github.bmt4j.ddl.AlterScenario.Concurrent;
import io.github.bmt4j.ddl.AlterWatch.AlterLook;
import io.github.bmt4j.ddl.LockWatch.LockLook;
import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.outcome.OutcomeKind;
import io.github.bmt4j.outcome.StatementOutcome;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AlterFiguresTest {
  private static final long MS = 1_000_000;
  private static final long ALTER = 7;

  @Test
  void chargesAWaitSinceTheLookBeforeIt() {
    LockWaits waits =
        AlterFigures.lockWaits(
            List.of(
                look(90, 1, 2),
                look(110),
                look(130, ALTER),
                look(160, ALTER, 1, 2),
                look(180, 1),
                look(210, 1, 2, 3)),
            ALTER,
            100 * MS,
            200 * MS);

    assertThat(waits).isEqualTo(new LockWaits(4, 30.0, 3, 50.0, 50.0, 70.0));
  }

  @Test
  void ratiosAreOfMediansWhereAllWereDone() {
    List<Alter> alters =
        List.of(
            took(Algorithm.INSTANT, OutcomeKind.DONE, 10),
            took(Algorithm.COPY, OutcomeKind.DONE, 100),
            took(Algorithm.INPLACE, OutcomeKind.DONE, 500),
            took(Algorithm.COPY, OutcomeKind.DONE, 300),
            took(Algorithm.INPLACE, OutcomeKind.DONE, 600),
            took(Algorithm.INSTANT, OutcomeKind.DONE, 20),
            took(Algorithm.COPY, OutcomeKind.DONE, 200),
            took(Algorithm.INPLACE, OutcomeKind.TIME_LIMIT, 60_000),
            took(Algorithm.INSTANT, OutcomeKind.DONE, 30));

    assertThat(AlterFigures.ratios(alters, 3))
        .containsExactly(new Ratio(AlterChange.ADD_COLUMN, Concurrent.NONE, Algorithm.COPY, 10.0));
  }

  @Test
  void noRatioIsToAnInstantThatWasNotAlwaysDone() {
    List<Alter> alters =
        List.of(
            took(Algorithm.INSTANT, OutcomeKind.DONE, 10),
            took(Algorithm.COPY, OutcomeKind.DONE, 100),
            took(Algorithm.INSTANT, OutcomeKind.LOCK_TIMEOUT, 50_000),
            took(Algorithm.COPY, OutcomeKind.DONE, 300));

    assertThat(AlterFigures.ratios(alters, 2)).isEmpty();
  }

  @Test
  void knowsNothingOfLocksWhenNobodyLooked() {
    assertThat(AlterFigures.lockWaits(List.of(look(50, 1)), ALTER, 100 * MS, 200 * MS)).isNull();
  }

  @Test
  void countsTheTimeAfterTheLastLookAsAGap() {
    LockWaits waits = AlterFigures.lockWaits(List.of(look(110, 1)), ALTER, 100 * MS, 400 * MS);

    assertThat(waits).isEqualTo(new LockWaits(1, 290.0, 1, 10.0, 0.0, 10.0));
  }

  @Test
  void keepsAboutOneProgressASecondAndEveryNewStage() {
    List<AlterLook> looks = new ArrayList<>();
    looks.add(seen(0, null, null, null));
    for (int i = 1; i <= 12; i++) {
      looks.add(seen(i * 200L, i < 8 ? "copy" : "sort", i * 1.0, null));
    }

    List<Progress> progress = AlterFigures.progress(looks, 100 * MS, 2_300 * MS);

    assertThat(progress)
        .containsExactly(
            new Progress(100, "copy", 1.0, null),
            new Progress(1_100, "copy", 6.0, null),
            new Progress(1_500, "sort", 8.0, null));
  }

  @Test
  void aLookThatTellsAnythingIsProgressAndOneThatTellsNothingIsNot() {
    assertThat(
            AlterFigures.progress(
                List.of(
                    seen(100, null, null, null),
                    seen(1_200, null, 12.34, null),
                    seen(2_300, null, null, 7L),
                    seen(3_400, null, null, null)),
                100 * MS,
                3_400 * MS))
        .containsExactly(
            new Progress(1_100, null, 12.3, null), new Progress(2_200, null, null, 7L));
  }

  @Test
  void looksAtTheBeginAndAtTheEndOfTheAlterBelongToIt() {
    assertThat(
            AlterFigures.progress(
                List.of(
                    seen(99, "early", null, null),
                    seen(100, "first", null, null),
                    seen(200, "last", null, null),
                    seen(201, "late", null, null)),
                100 * MS,
                200 * MS))
        .extracting(Progress::stage)
        .containsExactly("first", "last");
    assertThat(
            AlterFigures.lockWaits(
                List.of(look(99, 1), look(100), look(200, 1), look(201, 1, 2)),
                ALTER,
                100 * MS,
                200 * MS))
        .isEqualTo(new LockWaits(2, 100.0, 1, 100.0, 0.0, 100.0));
  }

  @Test
  void takesTheMostSpaceThatWasSeen() {
    assertThat(
            AlterFigures.temporary(
                List.of(seen(1, "a", null, 5L), seen(2, "a", null, 9L), seen(3, "a", null, null))))
        .isEqualTo(new Temporary(9, "data folder"));
    assertThat(AlterFigures.temporary(List.of(seen(1, "a", null, null)))).isNull();
  }

  private static LockLook look(long ms, long... sessions) {
    Set<Long> waiting = new HashSet<>();
    for (long session : sessions) {
      waiting.add(session);
    }
    return new LockLook(ms * MS, waiting);
  }

  private static AlterLook seen(
      long ms, @Nullable String stage, @Nullable Double percent, @Nullable Long bytes) {
    return new AlterLook(ms * MS, stage, percent, bytes);
  }

  private static Alter took(Algorithm algorithm, OutcomeKind outcome, double millis) {
    return Made.of(Alter.class)
        .set("order", new Case(AlterChange.ADD_COLUMN, algorithm, Concurrent.NONE, 1))
        .set("sql", "ALTER")
        .set("ending", new StatementOutcome(outcome, millis, null, null, null))
        .record();
  }
}
