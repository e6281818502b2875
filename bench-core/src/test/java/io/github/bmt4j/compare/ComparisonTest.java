package io.github.bmt4j.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.bmt4j.compare.Comparison.Row;
import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.experiment.RunStore.Stored;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Results that were stored by bmt, with figures that the test sets. */
class ComparisonTest extends StoredResults {
  @Test
  void pairsInTurnsShowASmallDifferenceAlthoughTheMachineDrifts() throws IOException {
    List<Stored> a = new ArrayList<>();
    List<Stored> b = new ArrayList<>();
    for (double tps : new double[] {1_000, 1_100, 1_200, 1_300, 1_400}) {
      a.add(run(tps));
      b.add(run(tps * (1.02 + 0.001 * b.size())));
    }
    Comparison inTurns = compared(new Side("A", a), new Side("B", b));

    assertThat(inTurns.interleaved()).isTrue();
    assertThat(row(inTurns, "tps").verdict()).isEqualTo(RowVerdict.BETTER);
    assertThat(row(inTurns, "p95").verdict()).isEqualTo(RowVerdict.NOT_SIGNIFICANT);

    assertThat(compared(new Side("A", a.subList(0, 1)), new Side("B", b.subList(0, 1))))
        .as("one run each is no turn")
        .returns(false, Comparison::interleaved);
    assertThat(compared(new Side("A", a.subList(0, 3)), new Side("B", b.subList(0, 2))))
        .returns(false, Comparison::interleaved);

    List<Stored> first = new ArrayList<>(a.subList(0, 3));
    List<Stored> last = new ArrayList<>(a.subList(2, 5));
    Comparison oneAfterTheOther = compared(new Side("A", first), new Side("B", last));
    assertThat(oneAfterTheOther.interleaved()).isFalse();
    assertThat(oneAfterTheOther.text(120, true)).contains("not in turns: a drift of the machine");
  }

  @Test
  void valuesAreBetterOrWorseByTheFiguresDirection() throws IOException {
    List<Stored> a = new ArrayList<>();
    List<Stored> b = new ArrayList<>();
    for (double noise : new double[] {1, 1.01, 0.99, 1.005}) {
      a.add(run(node -> p95(node, 10 * noise)));
      double other = noise + 0.002 * b.size();
      b.add(run(node -> p95(node, 15 * other)));
    }
    Row p95 = row(compared(new Side("A", a), new Side("B", b)), "p95");

    assertThat(p95.verdict()).isEqualTo(RowVerdict.WORSE);
    assertThat(p95.change()).isBetween(0.49, 0.51);
    assertThat(row(compared(new Side("A", b), new Side("B", a)), "p95").verdict())
        .isEqualTo(RowVerdict.BETTER);
  }

  /** A tenth of all took 200 ms: neither run's p95, nor their median, is that of all. */
  @Test
  void percentilesOfRunsAreThoseOfAllTheirTimes() throws IOException {
    List<Stored> runs = List.of(timed(900, 10), timed(100, 200));

    Row p95 = row(Comparison.of(new Side("A", runs), new Side("B", runs), 1), "p95");

    assertThat(p95.valueA()).isCloseTo(200, within(1.0));
  }

  private Stored timed(int transactions, int millis) throws IOException {
    Stored run =
        run(
            node -> {
              p95(node, millis);
              ((ObjectNode) node.at("/totals")).put("transactions", transactions);
            });
    try (PrintStream file =
        new PrintStream(Files.newOutputStream(run.folder().resolve("intervals.hlog")))) {
      HistogramLogWriter log = new HistogramLogWriter(file);
      log.outputLogFormatVersion();
      Histogram times = new Histogram(3);
      times.setTag("response");
      times.recordValueWithCount(millis * 1_000_000L, transactions);
      log.outputIntervalHistogram(0, 10, times, 1e6);
    }
    return run;
  }

  @Test
  void aWorkloadsOtherModeIsOtherWork() throws IOException {
    List<String> obstacles =
        Comparison.obstacles(
            List.of(
                compared(
                    new Side("A", List.of(run(node -> mode(node, "spec")))),
                    new Side("B", List.of(run(node -> mode(node, "sysbench")))))));

    assertThat(obstacles).containsExactly("other work: scenario.parameters.mode: spec | sysbench");
  }

  @Test
  void theAnswerSaysTheFirstObstacleAndHowManyMoreThereAre() throws IOException {
    Side spec = new Side("A", List.of(run(node -> mode(node, "spec"))));
    Side sysbench = new Side("B", List.of(run(node -> mode(node, "sysbench"))));
    Side third = new Side("C", List.of(run(node -> mode(node, "other"))));
    String first = "Not comparable: other work: scenario.parameters.mode: spec | sysbench";

    assertThat(Answer.of(List.of(compared(spec, sysbench))).sentence()).isEqualTo(first);
    assertThat(Answer.of(List.of(compared(spec, sysbench), compared(spec, third))).sentence())
        .isEqualTo(first + " (and 1 more)");
  }

  private static void mode(ObjectNode node, String mode) {
    node.withObject("/scenario/parameters").put("mode", mode);
  }

  @Test
  void twoRunsAreTooFewAndRepetitionsWithinAResultCount() throws IOException {
    Comparison few =
        compared(
            new Side("A", List.of(run(100), run(101))), new Side("B", List.of(run(1), run(2))));
    assertThat(few.rows()).extracting(Row::verdict).containsOnly(RowVerdict.TOO_FEW);
    assertThat(few.text(80, true)).contains("a side needs 3 runs");

    Stored failover = sample("failover");
    Row outage =
        row(
            compared(new Side("A", List.of(failover)), new Side("B", List.of(sample("failover")))),
            "lost write time");
    assertThat(outage.a().samples()).hasSize(2);
  }

  /** What did not recover lasted longer than its sample says: it may not be called better. */
  @Test
  void lowerBoundsAreNoBetterThanTimesThatEnded() throws IOException {
    Side ended =
        new Side(
            "A", List.of(failover(90_000, null), failover(91_000, null), failover(92_000, null)));
    Side bounds =
        new Side(
            "B",
            List.of(failover(60_000, 60_000), failover(60_001, 60_001), failover(60_002, 60_002)));

    Row lost = row(compared(ended, bounds), "lost write time");
    assertThat(lost.verdict()).isEqualTo(RowVerdict.OPEN);
    assertThat(lost.amounts().get(1)).startsWith(">= ");
    assertThat(row(compared(bounds, ended), "lost write time").verdict())
        .isEqualTo(RowVerdict.OPEN);
    assertThat(compared(ended, bounds).text(100, true))
        .contains("lower bounds (>=), missing figures");
  }

  /** An outage of one side only is a difference, not a figure to be left out. */
  @Test
  void anOutageThatOnlyOneSideHasIsHeldAgainstNone() throws IOException {
    List<Stored> none = List.of(failover(0, null), failover(0, null), failover(0, null));
    List<Stored> some = List.of(failover(900, null), failover(950, null), failover(1_000, null));

    Row lost = row(compared(new Side("A", none), new Side("B", some)), "lost write time");
    assertThat(lost.verdict()).isEqualTo(RowVerdict.WORSE);
    assertThat(lost.cells()).contains("from 0");
  }

  /** "100 % lower (95 %: 100 to 100 %)" says less than both values. */
  @Test
  void whatNeverRecoveredIsNamedWithItsBound() throws IOException {
    List<Stored> never =
        List.of(failover(0, 36_001), failover(0, 36_000), failover(0, 36_002), failover(0, 36_001));
    List<Stored> soon =
        List.of(failover(94, null), failover(98, null), failover(90, null), failover(92, null));

    assertThat(Answer.of(List.of(compared(new Side("A", never), new Side("B", soon)))).sentence())
        .startsWith("The lost write time is >= 36,001.00 ms with A, 93.45 ms with B (95 %: 99.7 to")
        .endsWith("% lower); 4 runs each, not in turns");
  }

  /** Each start of a cluster has other ports; a server of the user may be another one. */
  @Test
  void portsOfClustersThatBmtStartsAreNoCondition() throws IOException {
    for (String url :
        List.of(
            "jdbc:mariadb://127.0.1.2:%d/bmt",
            "jdbc:mariadb://primary.bmt.test:%d/bmt",
            "jdbc:mariadb:sequential://127.0.0.1:%1$d,127.0.0.1:%1$d/bmt",
            "jdbc:mysql://address=(host=127.0.0.1)(port=%d)(type=replica)/bmt")) {
      assertThat(urls("embedded", url.formatted(4_711), url.formatted(815))).as(url).isEmpty();
      assertThat(urls("jdbc:mariadb://127.0.0.1:1/", url.formatted(4_711), url.formatted(815)))
          .as(url)
          .isNotEmpty();
    }
  }

  private List<String> urls(String target, String a, String b) throws IOException {
    List<Side> sides = new ArrayList<>();
    for (String url : List.of(a, b)) {
      ObjectNode node = (ObjectNode) ResultJson.tree(sample("failover").result());
      ((ObjectNode) node.at("/scenario/cluster")).put("target", target);
      ((ObjectNode) node.at("/environment/driver")).put("url", url);
      sides.add(new Side(url, List.of(stored(node))));
    }
    return Conditions.differing(sides).stream()
        .map(Conditions.Differing::text)
        .filter(text -> text.startsWith("environment.driver.url"))
        .toList();
  }

  /** A failover of one repetition; with a bound, its writes did not recover. */
  private Stored failover(double millis, @Nullable Integer bound) throws IOException {
    ObjectNode node = (ObjectNode) ResultJson.tree(sample("failover").result());
    ArrayNode repetitions = (ArrayNode) node.at("/failover/repetitions");
    while (repetitions.size() > 1) {
      repetitions.remove(1);
    }
    ObjectNode writes = (ObjectNode) repetitions.at("/0/figures/writes");
    writes.remove(List.of("outageMs", "degradedMs"));
    writes.putObject("stalls").put("number", 0);
    if (bound != null) {
      writes.put("outageAtLeastMs", bound.doubleValue());
    } else if (millis > 0) {
      writes.put("outageMs", millis);
    }
    return stored(node);
  }

  @Test
  void conditionsThatDifferAreListedAndOtherWorkIsAnObstacle() throws IOException {
    Stored run = run(100);
    Stored other =
        run(
            node -> {
              ((ObjectNode) node.at("/environment/server/variables"))
                  .put("innodb_flush_log_at_trx_commit", "2");
              ((ObjectNode) node.at("/scenario/parameters")).put("table-size", 7);
              ((ObjectNode) node.at("/scenario/load")).put("seed", 4_711);
            });
    Comparison comparison = compared(new Side("A", List.of(run)), new Side("B", List.of(other)));

    assertThat(comparison.differing())
        .extracting(Conditions.Differing::text)
        .containsExactly(
            "environment.server.variables.innodb_flush_log_at_trx_commit: 1 | 2",
            "scenario.parameters.table-size: 500 | 7");
    assertThat(Comparison.obstacles(List.of(comparison)))
        .containsExactly("other work: scenario.parameters.table-size: 500 | 7");
  }

  @Test
  void ofListsOfSwitchesThoseThatDifferAreShown() {
    assertThat(
            List.of(
                differing("a=on,b=off,c=on", "a=on,b=on,c=on").text(),
                differing("a=on,b=off", "a=on,b=off,c=on").text(),
                differing("STRICT,ANSI", "STRICT").text()))
        .containsExactly("x: b=off | b=on", "x: - | c=on", "x: STRICT,ANSI | STRICT");
  }

  private static Conditions.Differing differing(String a, String b) {
    return new Conditions.Differing("/x", List.of(a, b), false);
  }

  /** Half of the ids on one side: lookups find nothing there, and are faster. */
  @Test
  void dataThatDifferAreListedAndRefused() throws IOException {
    Side half = new Side("A", List.of(missing(50.0), missing(49.0)));
    Side whole = new Side("B", List.of(missing(null), missing(null)));

    Comparison comparison = compared(half, whole);
    String found = "data: sbtest1, ids missing, %: 50.0, 49.0 | -";
    assertThat(comparison.differing()).extracting(Conditions.Differing::text).contains(found);
    assertThat(Comparison.obstacles(List.of(comparison))).containsExactly("other work: " + found);
    assertThat(Comparison.obstacles(List.of(compared(whole, half)))).hasSize(1);
  }

  /** Deletes of a series leave fewer rows to the next run, of whichever side it is. */
  @Test
  void dataThatChangeFromRunToRunOnAllSidesAreListedOnly() throws IOException {
    Side a = new Side("A", List.of(missing(null), missing(20.0)));
    Side b = new Side("B", List.of(missing(10.0), missing(30.0)));
    Side nearlyNone = new Side("C", List.of(missing(30.05)));

    Comparison comparison = compared(a, b);
    assertThat(comparison.differing())
        .extracting(Conditions.Differing::text)
        .contains("data: sbtest1, ids missing, %: -, 20.0 | 10.0, 30.0");
    assertThat(Comparison.obstacles(List.of(comparison))).isEmpty();
    assertThat(Comparison.obstacles(List.of(compared(b, nearlyNone)))).isEmpty();
    assertThat(Comparison.obstacles(List.of(compared(a, nearlyNone)))).hasSize(1);
  }

  private Stored missing(@Nullable Double percent) throws IOException {
    return run(
        node -> {
          ObjectNode data = node.withObject("/environment/data");
          if (percent != null) {
            data.put("sbtest1, ids missing, %", percent);
          }
        });
  }

  @Test
  void anInvalidResultIsAnObstacle() throws IOException {
    Comparison comparison =
        compared(
            new Side("A", List.of(sample("run"))), new Side("B", List.of(sample("run-failed"))));

    assertThat(Comparison.obstacles(List.of(comparison)))
        .anyMatch(obstacle -> obstacle.startsWith("B: result 6195ea7f is INVALID: "));
  }

  @Test
  void whatSeveralResultsShareIsSaidOnce() throws IOException {
    Stored failed = sample("run-failed");
    Side b = new Side("B", List.of(failed, failed));

    assertThat(
            Comparison.obstacles(
                List.of(compared(new Side("A", List.of(sample("run"), failed)), b))))
        .contains("3 of 4 runs are INVALID: 42 of 672 operations did not succeed (6.3 %)")
        .hasSize(2);
  }

  /**
   * A line for each figure, with the numbers as they are and names in quotes where they need it.
   */
  @Test
  void csvHasEachFigureWithItsNumbersUnrounded() throws IOException {
    List<Stored> a = new ArrayList<>();
    List<Stored> b = new ArrayList<>();
    for (double tps : new double[] {100.125, 300, 200.0625}) {
      a.add(run(tps));
      b.add(run(2 * tps + a.size()));
    }
    Comparison comparison = compared(new Side("A", a), new Side("say=\"two\", or\nmore", b));
    String csv = ComparisonCsv.of(List.of(comparison));
    Row tps = row(comparison, "tps");
    Difference difference = Objects.requireNonNull(tps.difference());
    assertThat(difference.a()).isCloseTo(Math.cbrt(100.125 * 300 * 200.0625), within(1e-9));

    assertThat(csv.split("\r\n"))
        .hasSize(1 + comparison.rows().size())
        .startsWith(
            "figure,unit,better,side_a,side_b,a,b,change_percent,low_percent,high_percent,p,n_a,n_b,bounds_a,bounds_b,verdict,shows_from_percent",
            "tps,/s,higher,A,\"say=\"\"two\"\", or\nmore\","
                + difference.a()
                + ","
                + difference.b()
                + ","
                + 100 * difference.change()
                + ","
                + 100 * difference.low()
                + ","
                + 100 * difference.high()
                + ","
                + tps.p()
                + ",3,3,0,0,better,"
                + 100 * difference.detectable());
  }

  @Test
  void csvOfBoundsSaysHowManyAndOfTooFewRunsHasNoChange() throws IOException {
    Side none = new Side("A", List.of(failover(0, null)));
    Side bound = new Side("B", List.of(failover(60_000, 60_000)));

    assertThat(ComparisonCsv.of(List.of(compared(none, bound))))
        .contains("lost write time,ms,lower,A,B,0.0,60000.0,,,,,1,1,0,1,too few,\r\n");
  }
}
