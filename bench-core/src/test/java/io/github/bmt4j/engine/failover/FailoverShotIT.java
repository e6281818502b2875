package io.github.bmt4j.engine.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.lab.ItServers;
import io.github.bmt4j.measure.Clock;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.result.FailoverFigures;
import io.github.bmt4j.result.FailoverFigures.Repetition;
import io.github.bmt4j.result.RunResult.Status;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Single shots on real replicated servers: the caller's time against what was done. Limits in time
 * are wide, because the machine may be busy.
 */
class FailoverShotIT {
  private static final double BUSY_MS = 700;

  @BeforeAll
  static void haveServers() {
    ItServers.embedded();
  }

  /** A shot as its caller knows it. */
  private record Taken(double scoreMs, Repetition repetition) {
    FailoverFigures figures() {
      return repetition.figures();
    }

    /** Checks that it counts, but for what a busy machine does to a client. */
    Taken counts() {
      assertThat(repetition.verdict().reasons())
          .as("%s", this)
          .allMatch(reason -> reason.startsWith("the client itself stood still"));
      return this;
    }
  }

  private static Taken take(FailoverShot shot) throws TargetException {
    shot.ready();
    long begin = System.nanoTime();
    shot.fire();
    double score = (System.nanoTime() - begin) / 1e6;
    Taken taken = new Taken(score, shot.end());
    System.err.println(
        "SHOT " + taken.scoreMs() + " " + taken.repetition().verdict() + " " + taken.figures().values() + " " + taken.repetition().errors()+ " " + taken.repetition().timeline() + taken.repetition().notes());
    return taken;
  }

  private static Taken take(ShotOrder order) throws TargetException {
    try (FailoverShot shot = open(order)) {
      return take(shot);
    }
  }

  private static FailoverShot open(ShotOrder order) throws TargetException {
    return FailoverShot.open(order.order(), Clock.SYSTEM, Progress.SILENT);
  }

  /** Everything that stops writes that come over an endpoint. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "all-down",
        "blackhole",
        "endpoint-flip",
        "hang",
        "kill",
        "kill-sessions",
        "lagging-promotion",
        "old-primary-returns",
        "old-primary-returns-writable",
        "read-only",
        "refuse",
        "reset",
        "shutdown",
        "switchover"
      })
  void theApplicationWorksOnWhereItWorkedAgain(String fault) throws Exception {
    ShotOrder order = new ShotOrder();
    order.fault = fault;
    order.killSessions = true;
    order.socketTimeoutMillis = 1_000L;
    Taken taken = take(order).counts();
    assertThat(taken.repetition().timeline())
        .extracting(FailoverFigures.Moment::what)
        .contains("fault", "injected");
    Double outage = taken.figures().writeOutageMs();
    if (outage != null) {
      assertThat(outage).isLessThan(taken.scoreMs() + BUSY_MS);
    }
  }
}
