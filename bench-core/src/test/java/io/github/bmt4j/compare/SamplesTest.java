package io.github.bmt4j.compare;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.bmt4j.compare.Comparison.Row;
import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.experiment.Figure;
import io.github.bmt4j.experiment.Figure.Better;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.experiment.RunStore.Stored;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What counts as a sample. */
class SamplesTest extends StoredResults {
  private static final String SORT = "sort, whole, 1 conn, cold";

  /** Repetitions within a run are alike: three runs are three samples, however many they have. */
  @Test
  void threeRunsAreThreePairsHoweverOftenEachRepeats() throws IOException {
    List<Stored> a = new ArrayList<>();
    List<Stored> b = new ArrayList<>();
    double[] drift = {10, 11, 9};
    for (int i = 0; i < drift.length; i++) {
      double ofA = drift[i];
      double ofB = drift[(i + 1) % drift.length] * 1.04;
      a.add(statements(List.of(ofA, ofA + 0.5), "done"));
      b.add(statements(List.of(ofB, ofB + 0.5), "done"));
    }
    Comparison comparison = compared(new Side("A", a), new Side("B", b));
    Row sort = row(comparison, SORT);

    assertThat(sort.a().samples()).containsExactly(10.25, 11.25, 9.25);
    assertThat(sort.pairs()).isTrue();
    assertThat(sort.verdict()).isEqualTo(RowVerdict.NOT_SIGNIFICANT);
    assertThat(comparison.order()).isEqualTo("3 runs of each side, in turns: compared in pairs");
    Comparison two = compared(new Side("A", a.subList(0, 2)), new Side("B", b.subList(0, 2)));
    assertThat(row(two, SORT).a().samples()).hasSize(4);
    assertThat(two.order()).endsWith("in turns: too few to be compared in pairs");
  }

  @Test
  void sidesThatPausesMadeRepeatUnequallySaySo() throws IOException {
    Side once = new Side("A", List.of(run(100)));
    Stored repeated = run(node -> node.putObject("labels").put("discarded", "2"));

    assertThat(compared(once, new Side("B", List.of(repeated))).order())
        .endsWith(
            "; runs measured again because the client paused: A 0, B 2: the side with more may be"
                + " shown by its lucky runs");
    assertThat(compared(once, new Side("B", List.of(run(90)))).order()).doesNotContain("again");
  }

  /** The connections of a timing run the statement at the same moment. */
  @Test
  void aTimingOnFourConnectionsIsOneSample() throws IOException {
    Stored run = statements(List.of(10.0), "done", 10.2, 10.4, 10.9);

    assertThat(
            row(compared(new Side("A", List.of(run)), new Side("B", List.of(sample("run")))), SORT)
                .a()
                .samples())
        .containsExactly(10.3);
  }

  /** What ran into its limit lasted longer than its sample says: it may not be left out. */
  @Test
  void statementsThatDidNotEndAreLowerBounds() throws IOException {
    Side ended = new Side("A", List.of(statements(List.of(55.0, 56.0, 55.5, 57.0), "done")));
    Side limited = new Side("B", List.of(statements(List.of(52.0, 53.0, 52.5), "time_limit")));

    Row sort = row(compared(ended, limited), SORT);
    assertThat(sort.verdict()).isEqualTo(RowVerdict.OPEN);
    assertThat(sort.amounts().get(1)).startsWith(">= ");
    Side like = new Side("B", List.of(statements(List.of(55.0, 56.0, 55.5, 57.0), "time_limit")));
    assertThat(row(compared(ended, like), SORT).verdict()).isEqualTo(RowVerdict.OPEN);
    Side refused = new Side("B", List.of(statements(List.of(52.0, 53.0, 52.5), "refused")));
    assertThat(row(compared(ended, refused), SORT).b().samples()).isEmpty();
  }

  /** Timings of a sort, each on as many connections as there are further times. */
  private Stored statements(List<Double> times, String outcome, Double... more) throws IOException {
    ObjectNode node = (ObjectNode) ResultJson.tree(sample("statements").result());
    ArrayNode timings = (ArrayNode) node.at("/timings");
    ObjectNode sort = timings.get(0).deepCopy();
    timings.removeAll();
    for (double time : times) {
      ObjectNode timing = sort.deepCopy();
      ArrayNode executions = (ArrayNode) timing.at("/executions");
      for (Double other : more) {
        executions.add(ended(executions.get(0).deepCopy(), other, outcome));
      }
      ended((ObjectNode) executions.get(0), time, outcome);
      timings.add(timing);
    }
    return stored(node);
  }

  private static ObjectNode ended(ObjectNode execution, double millis, String outcome) {
    execution.withObject("/ending").put("outcome", outcome).put("afterMs", millis);
    return outcome.equals("done")
        ? execution.put("lastRowMs", millis)
        : execution.without("lastRowMs");
  }

  /** 40 s after the return, a fifth good second might have followed the last four. */
  @Test
  void aServerThatNeverGotItsShareBackIsALowerBound() throws IOException {
    Stored lucky = sample("balance");
    Side one = new Side("A", List.of(lucky, neverRebalanced(), neverRebalanced()));
    Side other = new Side("B", List.of(lucky, lucky, neverRebalanced()));

    Row row = row(compared(one, other), "rebalance time");
    assertThat(row.a().samples()).containsExactlyInAnyOrder(15_000.0, 36_000.0, 36_000.0);
    assertThat(row.a().bounds()).isEqualTo(2);
    // Geometric means of 15, 36, 36 s and 15, 15, 36 s: bounds, as one of their samples is.
    assertThat(row.amounts().get(0)).isEqualTo(">= 26,888.43 ms");
    assertThat(row.amounts().get(1)).isEqualTo(">= 20,082.99 ms");
  }

  private Stored neverRebalanced() throws IOException {
    ObjectNode node = (ObjectNode) ResultJson.tree(sample("balance").result());
    node.withObject("/balance").remove("rebalanceMs");
    return stored(node);
  }

  /** Those that ended, and the one that did not as far as it went. */
  @Test
  void piecesThatDidNotAllEndTookTheirSumAtLeast() throws IOException {
    ObjectNode node = (ObjectNode) ResultJson.tree(sample("statements-pieces").result());
    ObjectNode execution = (ObjectNode) node.at("/timings/2/executions/0");
    execution.remove("lastRowMs");
    ended((ObjectNode) execution.at("/pieces/1"), 30, "time_limit");
    ended(execution, 30, "time_limit");
    Side pieces = new Side("A", List.of(stored(node)));

    Row row =
        row(
            compared(pieces, new Side("B", List.of(sample("run")))),
            "distinct_items, pieces, 1 conn, warm");
    assertThat(row.a().samples().get(0)).isEqualTo(415.3493 + 30);
    assertThat(row.a().bounds()).isEqualTo(1);
  }

  /** Whatever the longest of three would have taken, the median is the second. */
  @Test
  void aMedianBelowEveryLowerBoundIsExact() {
    Figure exact =
        Figure.of(
            "t", "ms", Better.LOWER, List.of(2.0, 60.0, 3.0), time -> time != 60, time -> time);
    Figure open =
        Figure.of(
            "t", "ms", Better.LOWER, List.of(2.0, 60.0, 70.0), time -> time != 60, time -> time);

    assertThat(exact.median().samples()).containsExactly(3.0);
    assertThat(exact.bounds()).isEqualTo(1);
    assertThat(exact.median().bounds()).isZero();
    assertThat(exact.amount()).isEqualTo("3.00 ms");
    assertThat(open.median().samples()).containsExactly(60.0);
    assertThat(open.median().bounds()).isEqualTo(1);
    assertThat(open.amount()).isEqualTo(">= 60.00 ms");
    assertThat(Figure.together(List.of(exact, open)).median().samples()).containsExactly(31.5);
    assertThat(Figure.together(List.of(exact, exact)).median().bounds()).isZero();
  }

  /** Its slowest runs may lack a percentile: too few operations lie beyond it. */
  @Test
  void aFigureThatARunLacksLeavesTheVerdictOpen() throws IOException {
    List<Stored> a = new ArrayList<>();
    List<Stored> b = new ArrayList<>();
    for (double noise : new double[] {1, 1.01, 0.99, 1.005}) {
      a.add(run(node -> p95(node, 15 * noise)));
      b.add(run(node -> p95(node, 10 * noise + 0.01 * b.size())));
    }
    b.add(run(node -> ((ObjectNode) node.at("/latency/response")).remove("p95")));

    assertThat(row(compared(new Side("A", a), new Side("B", b)), "p95").verdict())
        .isEqualTo(RowVerdict.OPEN);
    // Nor is it known that there is no difference.
    assertThat(row(compared(new Side("A", b.subList(0, 4)), new Side("B", b)), "p95").verdict())
        .isEqualTo(RowVerdict.OPEN);
    assertThat(row(compared(new Side("A", a), new Side("B", b.subList(0, 4))), "p95").verdict())
        .isEqualTo(RowVerdict.BETTER);
  }

  /** A side that tried twice as much, and lost twice as much, lost the same share. */
  @Test
  void operationsThatDidNotEndOkAreComparedAsAShare() throws IOException {
    Stored once = run(node -> lost(node, 99_000, 600, 400));
    Stored twice = run(node -> lost(node, 198_000, 1_900, 100));

    Row lost = row(compared(new Side("A", List.of(once)), new Side("B", List.of(twice))), "not OK");
    assertThat(lost.a().samples()).containsExactly(1.0);
    assertThat(lost.amounts()).containsExactly("1 %", "1 %");
  }

  private static void lost(ObjectNode node, long transactions, long failed, long unserved) {
    node.withObject("/totals")
        .put("transactions", transactions)
        .put("failed", failed)
        .put("unknown", 0)
        .put("unserved", unserved)
        .put("stuck", 0);
  }
}
