package io.github.bmt4j.failover.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.failover.figures.ClientLog.Pause;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.Outcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Windows of an application that is simulated, with outages of known lengths. Times in ms. */
@NullUnmarked // A figure that is absent fails the test.
class WatchedWindowTest {
  private static final double NOISE = 2;
  private static final double SLICE = 500;

  private final List<Down> downs = new ArrayList<>();
  private final List<Pause> pauses = new ArrayList<>();
  private final Random random = new Random(20261129);
  private final List<NodeObservation> looks = new ArrayList<>();
  private double perSecond = 20;
  private double seconds = 120;
  private double spikes;

  /** What becomes of a write while the way to the server is closed. */
  enum Way {
    /** It fails at once. */
    REFUSED,
    /** It waits until the way is open again. */
    SILENT,
    /** Half of them fail. */
    HALF
  }

  private record Down(Way way, double from, double to) {}

  @Test
  void aQuietWindowHasNoOutageAndSaysWhichItCouldNotSee() {
    spikes = 60;
    WatchFigures figures = figures();

    assertThat(figures.outages()).isEmpty();
    assertThat(sentence(figures, Instant::toString))
        .matches("no outage in 2 min; one of up to \\d+ ms could not have been told from noise");
    assertThat(figures.noiseMs().get("writer")).isBetween(175.0, 350.0);
    assertThat(figures.operations().get("writer").ok()).isEqualTo(2400);
  }

  @Test
  void delaysOfABusyClientAreNoOutage() {
    perSecond = 50;
    for (double at = 20_000; at < 100_000; at += 30_000) {
      downs.add(new Down(Way.SILENT, at, at + 100));
    }
    assertThat(figures().outages()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"REFUSED", "SILENT"})
  void patternsDrawnAtRandomAreFoundWithTheirNumberAndLengths(Way way) {
    for (int i = 0; i < 40; i++) {
      downs.clear();
      perSecond = i % 2 == 0 ? 200 : 20;
      double least = i % 2 != 0 ? 500 : way == Way.SILENT ? 200 : 50;
      double at = 20_000 + random.nextInt(1_000);
      for (int n = random.nextInt(5); n >= 0; n--) {
        double length = least * Math.pow(10_000 / least, random.nextDouble());
        downs.add(new Down(way, at, at + length));
        at += length + 300 * Math.pow(100, random.nextDouble());
      }
      seconds = at / 1e3 + 20;

      List<WatchedOutage> found = figures().outages();
      assertThat(found).as(downs.toString()).hasSameSizeAs(downs);
      for (int n = 0; n < downs.size(); n++) {
        Down down = downs.get(n);
        assertThat(found.get(n).writesMs())
            .as(down.toString())
            .isCloseTo(down.to - down.from, Offset.offset(20 + 2 * 1e3 / perSecond));
        assertThat(found.get(n).atMs())
            .isCloseTo(down.from, Offset.offset(20 + 2 * 1e3 / perSecond));
        assertThat(found.get(n).degraded()).isFalse();
      }
    }
  }

  @Test
  void aBrownOutIsOneTimeOfFewerWrites() {
    for (double rate : new double[] {20, 200}) {
      perSecond = rate;
      downs.clear();
      downs.add(new Down(Way.HALF, 30_000, 50_000));
      WatchFigures figures = figures();

      assertThat(figures.outages()).as("%s", figures.outages()).hasSize(1);
      assertThat(figures.outages().get(0).degraded()).isTrue();
      assertThat(figures.outages().get(0).lengthMs()).isCloseTo(20_000, Offset.offset(2_000.0));
      assertThat(sentence(figures, Instant::toString))
          .startsWith("no outage in 2 min; writes were fewer for ");
    }
  }

  @Test
  void aClientThatStoodStillSawNoOutage() {
    pauses.add(new Pause(Pause.Kind.HICCUP, ns(40_000), ns(45_000)));
    downs.add(new Down(Way.SILENT, 40_000, 45_000));
    WatchFigures figures = figures();

    assertThat(figures.outages()).isEmpty();
    assertThat(figures.standstills()).hasSize(1);
    assertThat(sentence(figures, at -> "noon"))
        .contains("the client itself stood still for 5.0 s at noon");
  }

  @Test
  void aShortPauseOfTheClientExplainsAShortGapOnly() {
    perSecond = 200;
    pauses.add(new Pause(Pause.Kind.HICCUP, ns(40_500), ns(40_560)));
    downs.add(new Down(Way.SILENT, 40_000, 41_450));
    pauses.add(new Pause(Pause.Kind.HICCUP, ns(60_050), ns(60_110)));
    downs.add(new Down(Way.SILENT, 60_000, 60_300));
    WatchFigures figures = figures();

    assertThat(figures.outages()).as("%s", figures.outages()).hasSize(1);
    assertThat(figures.outages().get(0).degraded()).isFalse();
    assertThat(figures.outages().get(0).writesMs()).isCloseTo(1_450, Offset.offset(10.0));
  }

  /** The client of a busy machine pauses again and again. */
  @Test
  void manyShortPausesDoNotExplainALongGap() {
    downs.add(new Down(Way.SILENT, 40_000, 41_500));
    for (double at = 40_000; at < 41_500; at += 75) {
      pauses.add(new Pause(Pause.Kind.HICCUP, ns(at), ns(at + 25)));
    }
    assertThat(figures().outages()).hasSize(1);
  }

  @Test
  void twoNodesThatTakeWritesAtTheEndAreNamed() {
    for (int at = 0; at < 120_000; at += 100) {
      looks.add(look("node1", at, true));
      looks.add(look("node2", at, at >= 60_000));
    }
    assertThat(sentence(figures(), Instant::toString))
        .startsWith("no outage in 2 min; ")
        .endsWith("; node1 and node2 have both taken writes since 1970-01-01T00:01:00.002Z");

    looks.replaceAll(
        one ->
            one.node().equals("node1") && one.startNanos() >= ns(60_000)
                ? look("node1", one.startNanos() / 1e6, false)
                : one);
    assertThat(sentence(figures(), Instant::toString)).doesNotContain("have both taken writes");
  }

  private static NodeObservation look(String node, double at, boolean writable) {
    return new NodeObservation(node, node, ns(at), ns(at + 2), true, writable, !writable);
  }

  @Test
  void anOutageAtTheEndOfTheWindowHasNotEnded() {
    downs.add(new Down(Way.REFUSED, 110_000, 200_000));
    WatchFigures figures = figures();

    assertThat(figures.endsInOutage()).isTrue();
    assertThat(sentence(figures, at -> "noon"))
        .startsWith("1 outage in 2 min stopped writes for 1")
        .endsWith("the last had not ended");
  }

  /** Its end is recorded with the end of the window, or after it. */
  @ParameterizedTest
  @ValueSource(doubles = {119_950, 120_030, 120_700})
  void aStallAtTheEndOfTheWindowIsSeen(double to) {
    perSecond = 200;
    downs.add(new Down(Way.SILENT, 119_600, to));
    List<WatchedOutage> found = figures().outages();

    assertThat(found).hasSize(1);
    assertThat(found.get(0).open()).isEqualTo(to > 120_000);
    assertThat(found.get(0).writesMs())
        .isCloseTo(Math.min(to, 120_000) - 119_600, Offset.offset(10.0));
  }

  @Test
  void ofAnOutageThatHasNotEndedTheLeastIsSaid() {
    downs.add(new Down(Way.REFUSED, 110_000, 200_000));
    primaryIsAwayFrom(110_000, Double.MAX_VALUE);
    WatchedOutage one = figures().outages().get(0);

    assertThat(one.open()).isTrue();
    assertThat(one.serverMs()).isBetween(9_700.0, 10_000.0);
    assertThat(one.added().fromMs()).isZero();
    assertThat(figures().sums()).containsKey("servers").doesNotContainKey("added");
    assertThat(sentence(figures(), at -> "noon"))
        .contains("at noon; no server took writes for at least 9.")
        .endsWith(" s of it; the last had not ended");
  }

  @Test
  void anApplicationThatDoesNotFindTheNewPrimaryIsNotServedForTheRest() {
    downs.add(new Down(Way.REFUSED, 110_000, 200_000));
    primaryIsAwayFrom(110_000, 112_000);

    assertThat(sentence(figures(), at -> "noon"))
        .containsPattern(
            "no server took writes for at least (1,[89]..\\.. ms|1\\.[89] s|2.0 s) of it")
        .containsPattern("driver and pool added at least (6\\.9|7\\.0) s of it");
  }

  /** The window ended before a poll was answered, or due. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aShortOutageThatHasNotEndedMayBeAnyonesPart(boolean polls) {
    downs.add(new Down(Way.REFUSED, 119_200, 200_000));
    primaryIsAwayFrom(200_000, Double.MAX_VALUE);
    looks.removeIf(one -> !polls && one.startNanos() >= ns(119_200));

    assertThat(figures().outages().get(0).serverMs()).isNull();
    assertThat(sentence(figures(), at -> "noon"))
        .contains("how much of it driver and pool added is not known; the last had not ended");
  }

  @Test
  void whatAddedToAnOutageIsNamedAsItIsGiven() {
    downs.add(new Down(Way.REFUSED, 40_000, 42_000));
    primaryIsAwayFrom(200_000, Double.MAX_VALUE);

    assertThat(figures().sentence(at -> "noon", "driver, pool and proxy"))
        .containsPattern("; driver, pool and proxy added (2\\.[01] s|1,9..\\.. ms|1.9 s) of it");
  }

  @Test
  void serversOfAnOutageHaveTheNamesOfTheirNodes() {
    downs.add(new Down(Way.REFUSED, 40_000, 42_000));
    assertThat(figures().outages().get(0).before()).isEqualTo("1");
    primaryIsAwayFrom(40_000, Double.MAX_VALUE);
    looks.add(new NodeObservation("node1", "1", ns(42_050), ns(42_052), true, true, false));
    WatchedOutage one = figures().outages().get(0);

    assertThat(one.before()).isEqualTo("node1");
    assertThat(one.after()).isEqualTo("node1");
  }

  /** Server 1 is node1 and does not answer from a moment on; server 2 takes over. */
  private void primaryIsAwayFrom(double from, double promoted) {
    for (int at = 0; at < 120_000; at += 100) {
      boolean there = at < from;
      looks.add(
          new NodeObservation("node1", there ? "1" : "", ns(at), ns(at + 2), there, there, false));
      boolean writable = at >= promoted;
      looks.add(new NodeObservation("node2", "2", ns(at), ns(at + 2), true, writable, !writable));
    }
  }

  @Test
  void whatTheLedgerLacksBelongsToTheOutageBefore() {
    downs.add(new Down(Way.REFUSED, 30_000, 32_000));
    downs.add(new Down(Way.REFUSED, 60_000, 62_000));
    List<LedgerCopy.Row> rows = new ArrayList<>();
    for (long sequence = 0; sequence < 2_400; sequence++) {
      // The last of what was acknowledged before the second outage is not there.
      if (sequence < 1_190 || sequence >= 1_240) {
        rows.add(new LedgerCopy.Row(sequence, sequence, 1, "1"));
      }
    }
    rows.add(new LedgerCopy.Row(9_999, 2_000, 1, "1"));
    WatchFigures figures = window().figures(new LedgerCopy("1", rows));

    assertThat(figures.outages()).hasSize(2);
    assertThat(figures.outages().get(0).writes().lost()).isZero();
    assertThat(figures.outages().get(1).writes().lost()).isEqualTo(10);
    assertThat(figures.writes().duplicates()).isEqualTo(1);
    assertThat(sentence(figures, at -> "noon"))
        .contains("2 outages in 2 min stopped writes for 4.", "10 acknowledged writes lost");
  }

  /** Its end is recorded at the moment at which the first is over, and looked at 0.1 s later. */
  @Test
  void anOutageThatEndsWhenAnotherIsOverIsCountedOnce() {
    perSecond = 200;
    downs.add(new Down(Way.SILENT, 20_000, 21_400));
    downs.add(new Down(Way.SILENT, 23_900, 24_450));

    assertThat(figures().outages())
        .extracting(one -> Math.round(one.atMs() / 100))
        .containsExactly(200L, 239L);
  }

  @Test
  void aLongWindowKeepsLittle() {
    seconds = 3600;
    downs.add(new Down(Way.REFUSED, 600_000, 2_400_000));
    WatchedWindow window = window();

    assertThat(window.operations(Long.MIN_VALUE / 2, Long.MAX_VALUE / 2).size()).isLessThan(2_000);
    WatchFigures figures = window.figures(null);
    assertThat(figures.outages()).hasSize(1);
    assertThat(figures.outages().get(0).writesMs()).isCloseTo(1_800_000, Offset.offset(120.0));
  }

  private static String sentence(WatchFigures figures, Function<Instant, String> clock) {
    return figures.sentence(clock, "driver and pool");
  }

  private WatchFigures figures() {
    return window().figures(null);
  }

  /** Plays the window, and takes what has ended twice a second; at the end, what is under way. */
  private WatchedWindow window() {
    List<Operation> all = new ArrayList<>();
    double interval = 1e3 / perSecond;
    for (long sequence = 0; (sequence + 0.4) * interval < 1e3 * seconds; sequence++) {
      all.add(write(sequence, (sequence + 0.4) * interval));
    }
    all.sort(Comparator.comparingLong(Operation::endNanos));
    Limits limits = new Limits(ns(1_000), ns(3_000), ns(5_000), 0, 0.95, ns(1_000));
    WatchedWindow window =
        new WatchedWindow(
            0,
            limits,
            Map.of(ProbeKind.WRITER, perSecond),
            nanos -> Instant.ofEpochMilli(nanos / 1_000_000),
            () -> looks);
    int next = 0;
    for (double now = SLICE; now <= 1e3 * seconds; now += SLICE) {
      int first = next;
      boolean last = now + SLICE > 1e3 * seconds;
      while (next < all.size() && (last || all.get(next).endNanos() <= ns(now))) {
        next++;
      }
      double end = now;
      window.add(
          new ClientLog(
              all.subList(first, next),
              List.of(),
              pauses.stream()
                  .filter(one -> one.endNanos() > ns(end - SLICE) && one.endNanos() <= ns(end))
                  .toList()),
          ns(now));
    }
    return window;
  }

  private Operation write(long sequence, double due) {
    double end = due + 1 + NOISE * random.nextDouble();
    if (spikes > 0 && random.nextInt(200) == 0) {
      end += spikes * random.nextDouble();
    }
    Down met =
        downs.stream().filter(one -> due >= one.from && due < one.to).findFirst().orElse(null);
    boolean fails =
        met != null && (met.way == Way.REFUSED || (met.way == Way.HALF && random.nextBoolean()));
    if (met != null && met.way == Way.SILENT) {
      end = met.to + NOISE * random.nextDouble();
    }
    return new Operation(
        ProbeKind.WRITER,
        sequence,
        1,
        true,
        ns(due),
        ns(due),
        ns(end),
        fails ? Outcome.FAILED : Outcome.OK,
        fails ? 1927 : 0,
        "",
        fails ? ErrorPhase.CONNECT : null,
        fails ? "" : "1",
        Operation.NEVER,
        Operation.NEVER);
  }

  private static long ns(double millis) {
    return Math.round(1e6 * millis);
  }
}
