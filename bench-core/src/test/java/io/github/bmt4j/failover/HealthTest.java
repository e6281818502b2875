package io.github.bmt4j.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.ManualClock;
import io.github.bmt4j.failover.client.ClientStatus;
import io.github.bmt4j.failover.client.TrialTimes;
import io.github.bmt4j.failover.fault.TrialTimeline;
import io.github.bmt4j.failover.figures.Operation;
import io.github.bmt4j.failover.figures.TimelineEvent.Kind;
import io.github.bmt4j.report.Reason;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Times in seconds. */
class HealthTest {
  private static final TrialTimes TIMES = TrialTimes.USUAL;

  private final Health health = new Health(TIMES, ns(100));

  @Test
  void anApplicationIsWellSinceItBeganOrSinceItsLastTrouble() {
    assertThat(health.since(status(Operation.NEVER, Operation.NEVER), ns(101))).isEqualTo(ns(100));
    assertThat(health.since(status(ns(102), Operation.NEVER), ns(103))).isEqualTo(ns(102));
    assertThat(health.isProven(ns(102), ns(105) - 1)).isFalse();
    assertThat(health.isProven(ns(102), ns(105))).isTrue();
  }

  @Test
  void aClientThatIsNotPunctualIsWaitedForButNotForEver() {
    assertThat(health.since(status(ns(101), ns(104)), ns(105))).isEqualTo(ns(104));
    assertThat(health.isPatient(ns(123) - 1)).isTrue();
    assertThat(health.isPatient(ns(123))).isFalse();
    assertThat(health.since(status(ns(101), ns(122)), ns(123))).isEqualTo(ns(101));
  }

  @Test
  void aBaselineIsAtMostTwiceAsLongAsAskedFor() {
    assertThat(Health.baselineFrom(TIMES, ns(100), ns(105))).isEqualTo(ns(100));
    assertThat(Health.baselineFrom(TIMES, ns(100), ns(110))).isEqualTo(ns(104));
  }

  @Test
  void quietBeginsAfterTheLastTroubleAndTheLastThingDoneToTheServers() {
    TrialTimeline timeline = new TrialTimeline(new ManualClock(ns(203)));
    assertThat(settled(timeline, Operation.NEVER, ns(210) - 1)).isFalse();
    assertThat(settled(timeline, Operation.NEVER, ns(210))).isTrue();
    timeline.note(Kind.RETURNED, "node1", "is back");
    assertThat(settled(timeline, Operation.NEVER, ns(210))).isFalse();
    assertThat(settled(timeline, Operation.NEVER, ns(213))).isTrue();
    assertThat(settled(timeline, ns(204), ns(213))).isFalse();
    assertThat(settled(timeline, ns(204), ns(214))).isTrue();
  }

  @Test
  void theDriversLastWordsSayWhyAnApplicationWasNeverWell() {
    ClientStatus.Probe none = status(Operation.NEVER, Operation.NEVER).writer();
    ClientStatus.Probe refused =
        new ClientStatus.Probe(
            new ClientStatus.Counts(0, 9, 0, 0),
            0,
            ns(101),
            Operation.NEVER,
            "",
            Set.of(),
            "refused: x");
    ClientStatus status = new ClientStatus(0, none, refused, none);

    assertThat(Health.neverWell(status, false).text()).endsWith("so there was none: refused: x");
    assertThat(Health.neverWell(status, true).text()).endsWith("so there was none");
  }

  @Test
  void withoutAnErrorTheLoadIsTooHighForServersOrClient() {
    ClientStatus.Probe none = status(ns(101), Operation.NEVER).writer();
    Reason reason = Health.neverWell(new ClientStatus(0, none, none, none), false);

    assertThat(reason.text()).endsWith(" began late: lower the rates of the load)");
  }

  private static boolean settled(TrialTimeline timeline, long trouble, long now) {
    return Health.isSettled(TIMES, status(trouble, Operation.NEVER), timeline, ns(200), now);
  }

  private static ClientStatus status(long trouble, long late) {
    ClientStatus.Probe well =
        new ClientStatus.Probe(
            new ClientStatus.Counts(0, 0, 0, 0),
            0,
            Operation.NEVER,
            Operation.NEVER,
            "",
            Set.of(),
            "");
    ClientStatus.Probe reader =
        new ClientStatus.Probe(
            new ClientStatus.Counts(0, 0, 0, 0), 0, trouble, late, "", Set.of(), "");
    return new ClientStatus(0, well, reader, well);
  }

  private static long ns(long seconds) {
    return TimeUnit.SECONDS.toNanos(seconds);
  }
}
