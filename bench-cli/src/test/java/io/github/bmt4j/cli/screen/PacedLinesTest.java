package io.github.bmt4j.cli.screen;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.progress.Progress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PacedLinesTest {
  private static final long SECOND = 1_000_000_000L;

  private final List<String> said = new ArrayList<>();
  private long now = -3 * SECOND;

  @Test
  void saysOneLineInFiveSecondsAtMost() {
    PacedLines lines = lines(1_000_000);
    for (int i = 0; i < 48; i++) {
      now += SECOND / 4;
      lines.advance(5000);
    }
    lines.close();
    assertThat(said)
        .containsExactly(
            "Loading 2 tables: 100,000 of 1,000,000 rows (10 %), 20,000 rows/s, 45 s left",
            "Loading 2 tables: 200,000 of 1,000,000 rows (20 %), 20,000 rows/s, 40 s left");
  }

  @Test
  void whatWasThereBeforeSaysNothingOfTheSpeed() {
    PacedLines lines = lines(1000);
    lines.skip(600);
    now += 10 * SECOND;
    lines.advance(100);
    assertThat(said)
        .containsExactly("Loading 2 tables: 700 of 1,000 rows (70 %), 10 rows/s, 30 s left");
  }

  @Test
  void whatWasWaitedForBeforeTheFirstRowSaysNothingOfTheSpeedEither() {
    PacedLines lines = lines(1000);
    now += 40 * SECOND;
    lines.skip(600);
    now += 10 * SECOND;
    lines.advance(100);
    assertThat(said)
        .containsExactly("Loading 2 tables: 700 of 1,000 rows (70 %), 10 rows/s, 30 s left");
  }

  @Test
  void withoutARateNothingIsForetold() {
    Pace pace = new Pace("Loading 1 table", 10, "rows", () -> now);
    pace.skip(5);
    now += SECOND;
    assertThat(pace.line()).isEqualTo("Loading 1 table: 5 of 10 rows (50 %)");
    assertThat(pace.left()).isEmpty();
    assertThat(pace.rateText()).isEmpty();
  }

  /** Rows of an unfinished table that have no number are sent again. */
  @Test
  void noMoreThanAllIsDone() {
    Pace pace = new Pace("Loading 1 table", 10, "rows", () -> now);
    pace.skip(5);
    pace.advance(8);
    assertThat(pace.line()).isEqualTo("Loading 1 table: 10 of 10 rows (100 %)");
  }

  private PacedLines lines(long total) {
    return new PacedLines(
        new Progress() {
          @Override
          public void say(String line) {
            said.add(line);
          }

          @Override
          public Step begin(String what, long all, String unit) {
            throw new AssertionError("nothing begins here");
          }
        },
        new Pace("Loading 2 tables", total, "rows", () -> now),
        () -> now);
  }
}
