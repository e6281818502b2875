package io.github.bmt4j.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.experiment.BusyMachine;
import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.failover.fault.Disruption;
import io.github.bmt4j.failover.fault.Fault;
import io.github.bmt4j.failover.figures.FailoverFigures;
import io.github.bmt4j.failover.figures.FailoverFigures.Moment;
import io.github.bmt4j.failover.figures.FailoverFigures.Repetition;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.server.ItServers;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Single shots on real replicated servers: the caller's time against what was done. Limits in time
 * are wide, because the machine may be busy.
 */
class SingleFailoverIT {
  /** What the machine adds to a shot that has it to itself. */
  private static final double ALONE_MS = 700;

  /** What other tests on the same processors may add. */
  private static final double BUSY_MS = 2_000;

  /** What may lie between two threads that look at the same write. */
  private static final double OFF_MS = 100;

  @BeforeAll
  static void haveServers() {
    ItServers.embedded();
  }

  /** A shot as its caller knows it. */
  private record Taken(double scoreMs, Repetition repetition) {
    FailoverFigures figures() {
      return repetition.figures();
    }

    Moment moment(String what) {
      return repetition.timeline().stream()
          .filter(moment -> moment.what().equals(what))
          .findFirst()
          .orElseThrow();
    }

    /** Checks that it counts, but for what a busy machine does to a client. */
    Taken counts() {
      BusyMachine.atMost(repetition.verdict().reasons(), "%s", repetition);
      assertThat(repetition.timeline()).extracting(Moment::what).contains("fault", "injected");
      assertThat(scoreMs).isGreaterThanOrEqualTo(moment("injected").atMs());
      assertThat(figures().unavailability()).isNull();
      assertThat(figures().duplicates()).isZero();
      return this;
    }
  }

  private static Taken take(SingleFailover shot) throws TargetException {
    shot.ready();
    long begin = System.nanoTime();
    shot.fire();
    double score = (System.nanoTime() - begin) / 1e6;
    return new Taken(score, shot.end());
  }

  private static Taken take(ShotOrder order) throws TargetException {
    try (SingleFailover shot = open(order)) {
      return take(shot);
    }
  }

  private static SingleFailover open(ShotOrder order) throws TargetException {
    return SingleFailover.open(order.order(), ShotOrder.OWN, Clock.SYSTEM, Progress.SILENT);
  }

  /** The faults over an endpoint that no other test injects, and killed sessions. */
  @Tag("extended")
  @ParameterizedTest
  @ValueSource(
      strings = {"all-down", "endpoint-flip", "old-primary-returns", "shutdown", "switchover"})
  void theApplicationWorksOnWhereItWorkedAgain(String fault) throws Exception {
    ShotOrder order = new ShotOrder();
    order.fault = fault;
    order.killSessions = true;
    order.settings.socketMillis = 1_000L;
    Taken taken = take(order).counts();
    boolean moves = Fault.byName(fault).disruption() != Disruption.PAUSE;
    assertThat(taken.figures().divergentRows() != null).isEqualTo(moves);
  }

  @Tag("extended")
  @Test
  void theScoreIncludesThePromotionDelay() throws Exception {
    ShotOrder order = new ShotOrder();
    order.ha = HaMode.SEQUENTIAL;
    order.promotionDelay = Duration.ofSeconds(2);
    try (SingleFailover shot = open(order)) {
      Taken late = take(shot).counts();
      assertThat(late.scoreMs()).isBetween(2_000.0, 2_000 + BUSY_MS);
      assertThat(late.figures().values().get("misrouted.writes")).isPositive();
      assertThatThrownBy(shot::ready)
          .isInstanceOf(BadInputException.class)
          .hasMessageContaining("--ha sequential needs a fresh JVM for every failover");
    }
  }

  @Tag("timing")
  @Tag("extended")
  @Test
  void theScoreIsAsLongAsTheFaultAndAsTheWriteOutage() throws Exception {
    int millis = 1_500;
    ShotOrder order = new ShotOrder();
    order.fault = "read-only";
    order.duration = Duration.ofMillis(millis);
    Taken taken = take(order).counts();
    assertThat(taken.scoreMs()).isBetween(millis - 1.0, millis + ALONE_MS);
    assertThat(taken.figures().writeOutageMs()).isCloseTo(taken.scoreMs(), within(OFF_MS));
    assertThat(taken.scoreMs()).isCloseTo(taken.moment("write again").atMs(), within(OFF_MS));
    assertThat(taken.figures().lostWrites()).isZero();
  }

  @Tag("extended")
  @Test
  void aHangLastsAsLongAsTheSocketTimeout() throws Exception {
    ShotOrder order = new ShotOrder();
    order.fault = "hang";
    order.settings.poolSize = 1;
    order.settings.socketMillis = 2_500L;
    Taken taken = take(order).counts();
    assertThat(taken.scoreMs()).isBetween(2_400.0, 2_500 + BUSY_MS);
    assertThat(taken.figures().writeOutageMs()).isCloseTo(taken.scoreMs(), within(BUSY_MS / 2));
  }

  @Tag("extended")
  @Test
  void aSecondShotOnOneStageIsLikeTheFirst() throws Exception {
    ShotOrder order = new ShotOrder();
    order.replicas = 2;
    try (SingleFailover shot = open(order)) {
      for (int number = 1; number <= 2; number++) {
        Taken taken = take(shot).counts();
        assertThat(taken.repetition().number()).isEqualTo(number);
        assertThat(taken.scoreMs()).isLessThan(5_000 + BUSY_MS);
        assertThat(taken.moment("fault").node()).isEqualTo("node1");
      }
    }
  }

  @Tag("extended")
  @Test
  void anApplicationThatNeverWorksAgainScoresTheDeadlineAsALowerBound() throws Exception {
    ShotOrder order = new ShotOrder();
    order.fault = "hang";
    order.settings.poolSize = 1;
    order.deadline = Duration.ofSeconds(3);
    try (SingleFailover shot = open(order)) {
      Taken taken = take(shot).counts();
      assertThat(taken.scoreMs()).isBetween(3_000.0, 3_000 + 2 * BUSY_MS);
      assertThat(taken.figures().writeOutageMs()).isNull();
      assertThat(taken.figures().writeOutageAtLeastMs()).isGreaterThan(3_000 - ALONE_MS);
      assertThat(taken.figures().unrecovered()).containsExactly("writes");
    }
  }
}
