package io.github.bmt4j.failover.figures;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.ManualClock;
import io.github.bmt4j.failover.figures.Story.Look;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.Outcome;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * An ideal open-loop application on a manual clock, against a server that is down for exactly D:
 * its write outage is D within two intervals, whatever happens to its operations meanwhile.
 */
@NullUnmarked // A figure that is absent fails the test.
class IdealApplicationTest {
  private static final double INTERVAL = 5;
  private static final double SERVICE = 1;

  /** What becomes of an operation that meets the server while it is down. */
  enum Behaviour {
    FAIL_FAST,
    HANG_UNTIL_BACK,
    /** Whoever is under way is cut off; whoever comes is refused. */
    RESET
  }

  @ParameterizedTest
  @CsvSource({
    "FAIL_FAST, 50", "FAIL_FAST, 500", "FAIL_FAST, 5000",
    "HANG_UNTIL_BACK, 50", "HANG_UNTIL_BACK, 500", "HANG_UNTIL_BACK, 5000",
    "RESET, 50", "RESET, 500", "RESET, 5000"
  })
  void seesAnOutageOfExactlyTheLengthThatTheServerWasDown(Behaviour behaviour, double down) {
    for (double phase = 0; phase < 2 * INTERVAL; phase += 0.7) {
      double from = 3 + phase;
      FailoverFigures figures = live(behaviour, from, from + down).figures();

      assertThat(figures.writeOutageMs()).isCloseTo(down, Offset.offset(2 * INTERVAL));
      assertThat(requireNonNull(figures.server().outages()).longestMs())
          .isCloseTo(down, Offset.offset(2 * 20.0));
      assertThat(requireNonNull(figures.clientAdded()).fromMs()).isBetween(0.0, 2 * INTERVAL);
      assertThat(requireNonNull(figures.clientAdded()).toMs())
          .isBetween(0.0, 2 * 20 + 2 * INTERVAL);
      assertThat(figures.writes().outageAtLeastMs()).isNull();
      assertThat(figures.writes().stalls().sumMs()).isNull();
    }
  }

  private static Story live(Behaviour behaviour, double downFrom, double downTo) {
    Story story = new Story();
    ManualClock clock = new ManualClock(Story.ns(Story.BEGIN));
    double due = Story.BEGIN;
    while (due < story.end) {
      clock.sleepUntil(Story.ns(due), () -> false);
      double now = (clock.nanoTime() - Story.T0) / 1e6;
      story.add(operation(story, behaviour, now, downFrom, downTo));
      due += INTERVAL;
    }
    for (double at = Story.BEGIN; at < story.end; at += 20) {
      boolean up = at + SERVICE <= downFrom || at >= downTo;
      story.look("node1", "1", at, at + SERVICE, up ? Look.PRIMARY : Look.DOWN);
    }
    return story;
  }

  private static Story.Attempt operation(
      Story story, Behaviour behaviour, double due, double downFrom, double downTo) {
    Story.Attempt attempt = story.attempt(ProbeKind.WRITER, due);
    boolean cut = due < downFrom && due + SERVICE > downFrom;
    boolean met = due >= downFrom && due < downTo;
    if (!cut && !met) {
      return attempt.ends(due + SERVICE, Outcome.OK).by("1");
    }
    return switch (behaviour) {
      case FAIL_FAST ->
          attempt.fails(Math.max(due, downFrom), Outcome.FAILED, 1927, ErrorPhase.STATEMENT);
      case HANG_UNTIL_BACK -> attempt.ends(downTo + SERVICE, Outcome.OK).by("1");
      case RESET ->
          cut
              ? attempt.fails(downFrom, Outcome.UNKNOWN, 1927, ErrorPhase.COMMIT)
              : attempt.fails(due + SERVICE, Outcome.FAILED, 0, ErrorPhase.CONNECT);
    };
  }
}
