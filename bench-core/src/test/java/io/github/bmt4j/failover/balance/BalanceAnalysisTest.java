package io.github.bmt4j.failover.balance;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.failover.balance.BalanceFigures.Load;
import io.github.bmt4j.failover.balance.BalanceFigures.Phases;
import io.github.bmt4j.failover.balance.BalanceFigures.Served;
import io.github.bmt4j.failover.balance.BalanceFigures.ServerLoad;
import io.github.bmt4j.failover.balance.BalanceFigures.Slice;
import io.github.bmt4j.outcome.Outcome;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class BalanceAnalysisTest {
  @Test
  void serversThatTakeTheSameAreEven() {
    BalanceFigures figures =
        figures(new SpreadLog(200, "a", "b").reads("a", 0, 10, 100).reads("b", 0, 10, 100), 10);

    assertThat(figures.jain().operations()).isEqualTo(new Phases<>(1.0, null, null));
    assertThat(server(figures, "a").operations())
        .isEqualTo(new Phases<>(new Load(1000, 0.5), null, null));
  }

  @Test
  void aServerThatTakesNothingCountsInTheEvenness() {
    assertThat(
            figures(new SpreadLog(100, "a", "b").reads("a", 0, 4, 100), 4)
                .jain()
                .operations()
                .before())
        .isEqualTo(0.5);
    assertThat(
            figures(new SpreadLog(30, "a", "b", "c").reads("a", 0, 4, 20).reads("b", 0, 4, 10), 4)
                .jain()
                .operations()
                .before())
        .isEqualTo(0.6);
  }

  @Test
  void withoutOperationsOrWithASingleServerThereIsNoEvenness() {
    assertThat(figures(new SpreadLog(10, "a", "b"), 4).jain().operations().before()).isNull();
    assertThat(figures(new SpreadLog(10, "a").reads("a", 0, 4, 10), 4).jain().operations().before())
        .isNull();
  }

  @Test
  void whileAServerIsAwayTheOthersAreComparedWithEachOther() {
    SpreadLog log =
        new SpreadLog(30, "a", "b", "c")
            .reads("a", 0, 30, 10)
            .reads("b", 0, 10, 10)
            .reads("b", 20, 30, 10)
            .reads("c", 0, 10, 10)
            .reads("c", 10, 20, 30)
            .reads("c", 20, 30, 10)
            .lost("b", 10, 20);

    assertThat(figures(log, 30).jain().operations()).isEqualTo(new Phases<>(1.0, 0.8, 1.0));
    assertThat(server(figures(log, 30), "b").operations().during()).isEqualTo(new Load(0, 0.0));
  }

  @Test
  void ofTwoServersTheOneThatIsLeftHasNobodyToBeComparedWith() {
    SpreadLog log =
        new SpreadLog(20, "a", "b").reads("a", 0, 20, 10).reads("b", 0, 10, 10).lost("b", 10);
    BalanceFigures figures = figures(log, 20);

    assertThat(figures.jain().operations()).isEqualTo(new Phases<>(1.0, null, null));
    assertThat(server(figures, "a").operations().during()).isEqualTo(new Load(100, 1.0));
    assertThat(figures.returned()).isNull();
    assertThat(figures.rebalanceMs()).isNull();
  }

  @Test
  void whatFailedWasTakenByNobody() {
    SpreadLog log =
        new SpreadLog(10, "a", "b")
            .reads("a", 0, 10, 10)
            .reads("b", 0, 10, 10)
            .read("a", 5, 1, Outcome.FAILED)
            .read("a", 6, 1, Outcome.UNKNOWN);

    assertThat(server(figures(log, 10), "a").operations().before()).isEqualTo(new Load(100, 0.5));
  }

  @Test
  void connectionsAreTheMeanOfTheSamplesAmongThoseThatShareTheLoad() {
    SpreadLog log =
        new SpreadLog(20, "a", "b")
            .connections("p", 0, 10, 99)
            .connections("a", 0, 5, 10)
            .connections("a", 5, 10, 11)
            .connections("b", 0, 10, 31);
    BalanceFigures figures = figures(log, 10);

    assertThat(server(figures, "a").connections().before()).isEqualTo(new Load(10.5, 0.253012));
    assertThat(server(figures, "p").connections().before()).isEqualTo(new Load(99, null));
    assertThat(figures.jain().connections().before())
        .isEqualTo(Math.round(1e6 * 41.5 * 41.5 / (2 * (10.5 * 10.5 + 31 * 31.0))) / 1e6);
  }

  @Test
  void withoutASampleOfAServerThatWasUpNobodyKnowsTheEvennessOfConnections() {
    BalanceFigures figures = figures(new SpreadLog(20, "a", "b").connections("a", 0, 10, 10), 10);

    assertThat(figures.jain().connections().before()).isNull();
    assertThat(server(figures, "a").connections().before()).isEqualTo(new Load(10, null));
    assertThat(server(figures, "b").connections().before()).isNull();
  }

  @Test
  void aReturnedServerIsIdleUntilItsFirstOperationEnds() {
    SpreadLog log =
        new SpreadLog(20, "a", "b")
            .reads("a", 0, 30, 19)
            .reads("b", 0, 4, 1)
            .reads("b", 20, 30, 1)
            .lost("b", 4, 6);
    var returned = Objects.requireNonNull(figures(log, 30).returned());

    assertThat(returned.server()).isEqualTo("b");
    assertThat(returned.idleMs()).isEqualTo(14_500);
    assertThat(returned.fairShare()).isEqualTo(0.5);
    assertThat(returned.shareAtEnd()).isEqualTo(0.05);
    assertThat(returned.observedMs()).isEqualTo(24_000);
  }

  @Test
  void aReturnedServerThatNobodyUsesStaysIdle() {
    SpreadLog log =
        new SpreadLog(20, "a", "b").reads("a", 0, 30, 20).reads("b", 0, 4, 20).lost("b", 4, 6);
    var returned = Objects.requireNonNull(figures(log, 30).returned());

    assertThat(returned.idleMs()).isNull();
    assertThat(returned.shareAtEnd()).isEqualTo(0);
  }

  @Test
  void withLessThanTenSecondsAfterTheReturnThereIsNoShareAtTheEnd() {
    SpreadLog log =
        new SpreadLog(20, "a", "b").reads("a", 0, 15, 20).reads("b", 0, 4, 20).lost("b", 4, 6);

    assertThat(Objects.requireNonNull(figures(log, 15.9).returned()).shareAtEnd()).isNull();
    assertThat(Objects.requireNonNull(figures(log, 16).returned()).shareAtEnd()).isZero();
  }

  @Test
  void theOnlyReplicaGetsItsReadsBackFromThePrimary() {
    SpreadLog log =
        new SpreadLog(20, "a")
            .reads("a", 0, 10, 20)
            .reads("p", 10, 23, 20)
            .reads("a", 23, 33, 20)
            .lost("a", 10, 20);
    BalanceFigures figures = figures(log, 33);

    assertThat(figures.rebalanceMs()).isEqualTo(3000);
    assertThat(figures.readsOffPrimary())
        .isEqualTo(new Phases<>(1.0, 0.0, Math.round(1e6 * 10 / 13) / 1e6));
  }

  @Test
  void whatTheOthersSufferedIsToldPhaseByPhase() {
    SpreadLog log =
        new SpreadLog(100, "a", "b")
            .reads("a", 0, 20, 100)
            .reads("a", 20.9, 40, 100)
            .read("a", 20.9, 900, Outcome.OK)
            .read("b", 20.5, 400, Outcome.FAILED)
            .read("b", 20.6, 300, Outcome.UNKNOWN)
            .lost("b", 20, 30);
    Map<String, Phases<Served>> served = figures(log, 40).served();

    assertThat(served).containsOnlyKeys("reader");
    Phases<Served> reader = Objects.requireNonNull(served.get("reader"));
    assertThat(reader.before())
        .usingRecursiveComparison()
        .withComparatorForType((a, b) -> Math.abs(a - b) < 0.002 ? 0 : 1, Double.class)
        .isEqualTo(new Served(2000, 0, 0, 0, 0.1, 1.0, 1.0, 1.0, 10));
    assertThat(reader.during())
        .usingRecursiveComparison()
        .withComparatorForType((a, b) -> Math.abs(a - b) < 0.002 ? 0 : 1, Double.class)
        .isEqualTo(new Served(911, 1, 1, 0, 0.251, 1.0, null, 900.0, 900));
  }

  @Test
  void whatNeverBeganAndWhatNeverEndedIsCounted() {
    SpreadLog log =
        new SpreadLog(100, "a", "b")
            .reads("a", 0, 10, 100)
            .pending(4, false)
            .pending(4.5, true)
            .pending(8, true);
    BalanceFigures figures = figures(log, 10);

    assertThat(figures.stuck().operations()).isEqualTo(2);
    assertThat(figures.stuck().oldestMs()).isEqualTo(5500);
    Phases<Served> reader = Objects.requireNonNull(figures.served().get("reader"));
    assertThat(Objects.requireNonNull(reader.before()).unserved()).isEqualTo(1);
  }

  @Test
  void whatIsUnderWayCountsInEachPhaseForItsTimeThere() {
    SpreadLog log = new SpreadLog(10, "a", "b").lost("b", 10, 20).pending(25, true);
    for (int i = 0; i < 50; i++) {
      // From 9 to 21 s.
      log.read("b", 21, 12_000, Outcome.FAILED).retried("a", 200);
    }
    Phases<Served> reader = Objects.requireNonNull(figures(log, 30).served().get("reader"));

    assertThat(reader.map(Served::underWay)).isEqualTo(new Phases<>(5.0, 50.0, 6.5));
  }

  @Test
  void onlyTheSpreadProbesMakeSharesAndTheOthersAreServed() {
    SpreadLog log =
        new SpreadLog(20, "a", "b").reads("a", 0, 10, 10).reads("b", 0, 10, 10).writes(0, 10, 100);
    BalanceFigures figures = figures(log, 10);

    assertThat(figures.probes()).containsExactly("reader");
    assertThat(server(figures, "p").operations().before()).isEqualTo(new Load(0, 0.0));
    Phases<Served> writer = Objects.requireNonNull(figures.served().get("writer"));
    assertThat(Objects.requireNonNull(writer.before()).ok()).isEqualTo(1000);
  }

  @Test
  void aServerThatNobodyNamedIsShownByItsIdentity() {
    BalanceFigures figures =
        figures(new SpreadLog(20, "a", "b").reads("a", 0, 4, 30).reads("x", 0, 4, 10), 4);

    assertThat(figures.perServer()).containsOnlyKeys("p", "a", "b", "x");
    assertThat(server(figures, "x").shares()).isFalse();
    assertThat(server(figures, "x").operations().before()).isEqualTo(new Load(40, 0.25));
  }

  @Test
  void aSliceIsASecondWithTheLastSampleInIt() {
    SpreadLog log =
        new SpreadLog(20, "a", "b")
            .reads("a", 0, 2, 10)
            .reads("b", 1, 2.5, 20)
            .connections("a", 0, 2, 7)
            .connections("a", 0.3, 1, 8)
            .connections("b", 1, 2, 3)
            // Just when the second slice begins.
            .connections("p", 0.5, 1, 6);
    var slices = figures(log, 2.5).slices();

    assertThat(slices).hasSize(3);
    assertThat(slices.get(0).operations()).isEqualTo(Map.of("p", 0L, "a", 10L, "b", 0L));
    assertThat(slices.get(0).connections()).isEqualTo(Map.of("a", 8));
    assertThat(slices.get(1).connections()).isEqualTo(Map.of("p", 6, "a", 7, "b", 3));
    assertThat(slices.get(2).toMs()).isEqualTo(2500);
    assertThat(slices.get(2).operations()).containsEntry("b", 10L);
    assertThat(slices.get(2).connections()).isEmpty();
  }

  @Test
  void momentsAreToldFromTheBegin() {
    var moments = figures(new SpreadLog(20, "a", "b").lost("b", 4, 6.5), 15).moments();

    assertThat(moments).isEqualTo(new BalanceFigures.Moments("b", 4000.0, 6500.0, 15_000));
  }

  @Test
  void connectionsAreCountedPhaseByPhase() {
    SpreadLog log =
        new SpreadLog(20, "a", "b")
            .connections("a", 0, 10, 10)
            .connections("b", 0, 10, 30)
            .connections("a", 10, 20, 40)
            .connections("a", 20, 30, 18)
            .connections("b", 20, 30, 2)
            .lost("b", 10, 20);
    BalanceFigures figures = figures(log, 30);

    assertThat(server(figures, "a").connections())
        .isEqualTo(new Phases<>(new Load(10, 0.25), new Load(40, 1.0), new Load(18, 0.9)));
    assertThat(server(figures, "b").connections())
        .isEqualTo(new Phases<>(new Load(30, 0.75), null, new Load(2, 0.1)));
  }

  @Test
  void withoutALossOrWithoutReadsThereIsNoShareOffThePrimary() {
    assertThat(figures(new SpreadLog(20, "a", "b").reads("a", 0, 4, 20), 4).readsOffPrimary())
        .isEqualTo(new Phases<>(1.0, null, null));
    assertThat(
            figures(new SpreadLog(20, "a", "b").reads("a", 0, 4, 20).lost("b", 4), 8)
                .readsOffPrimary())
        .isEqualTo(new Phases<>(1.0, null, null));
  }

  @Test
  void everyKindOfOperationWithoutATimeMayLieBeyondAPercentile() {
    SpreadLog log =
        new SpreadLog(100, "a", "b")
            .reads("a", 0, 10, 10)
            .reads("a", 10, 20, 10)
            .lost("b", 10)
            .read("a", 5, 1, Outcome.FAILED);
    for (int i = 0; i < 33; i++) {
      log.read("a", 12, 1, Outcome.FAILED).read("a", 13, 1, Outcome.UNKNOWN);
    }
    for (int i = 0; i < 17; i++) {
      log.pending(14, true).pending(15, false);
    }
    assertThat(during(log).p50Ms()).as("100 times and 100 without one").isNotNull();
    assertThat(during(log.pending(16, false)).p50Ms()).isNull();
  }

  @Test
  void aSliceBeginsWhereTheOneBeforeItEnds() {
    var slices = figures(new SpreadLog(20, "a", "b").reads("a", 0, 2, 10), 3).slices();

    assertThat(slices).extracting(Slice::fromMs).containsExactly(0.0, 1000.0, 2000.0);
    assertThat(slices).extracting(Slice::toMs).containsExactly(1000.0, 2000.0, 3000.0);
  }

  @Test
  void lessThanHalfASecondAtTheEndBelongsToTheSliceBeforeIt() {
    var slices = figures(new SpreadLog(20, "a", "b").reads("a", 0, 2.4, 10), 2.4).slices();

    assertThat(slices).extracting(Slice::toMs).containsExactly(1000.0, 2400.0);
    assertThat(slices.get(1).operations()).containsEntry("a", 14L);
  }

  private static Served during(SpreadLog log) {
    Phases<Served> reader = Objects.requireNonNull(figures(log, 20).served().get("reader"));
    return Objects.requireNonNull(reader.during());
  }

  private static BalanceFigures figures(SpreadLog log, double end) {
    return BalanceAnalysis.figures(log.until(end));
  }

  private static ServerLoad server(BalanceFigures figures, String name) {
    return Objects.requireNonNull(figures.perServer().get(name));
  }
}
