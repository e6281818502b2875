package io.github.bmt4j.heavy;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.Times;
import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.heavy.StatementEvidence.Place;
import io.github.bmt4j.heavy.StatementResult.Caches;
import io.github.bmt4j.heavy.StatementResult.Execution;
import io.github.bmt4j.heavy.StatementResult.Figures;
import io.github.bmt4j.heavy.StatementResult.Piece;
import io.github.bmt4j.heavy.StatementResult.Spill;
import io.github.bmt4j.heavy.StatementResult.Step;
import io.github.bmt4j.heavy.StatementResult.Timing;
import io.github.bmt4j.heavy.StatementResult.Variant;
import io.github.bmt4j.heavy.StatementScenario.Form;
import io.github.bmt4j.heavy.StatementScenario.Timed;
import io.github.bmt4j.load.concurrent.ConcurrentPhase;
import io.github.bmt4j.load.concurrent.ConcurrentPhase.Phase;
import io.github.bmt4j.load.run.SampleResult;
import io.github.bmt4j.outcome.OutcomeKind;
import io.github.bmt4j.outcome.StatementOutcome;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StatementReportTest {
  private static final StatementOutcome DONE =
      new StatementOutcome(OutcomeKind.DONE, 1234.5, null, null, null);
  private static final StatementOutcome LOST =
      new StatementOutcome(
          OutcomeKind.CONNECTION_LOST, 3012.0, 2013, "08S01", "the connection was lost");

  @Test
  void saysWhatIsTimedOnWhat() {
    assertThat(
            StatementReport.setup(scenario(List.of()), SampleResult.closedLoop().environment())
                .text())
        .isEqualTo(
            """
            statistics, statement by statement, on embedded MariaDB 11.4.5
            server   MariaDB 11.4.5-MariaDB, TLS off
            driver   MariaDB Connector/J 4.0.0, a plain connection for each statement
            data     rows 5,000,000, query all
            timed    sort, group; whole and pieces (at most 10); 3 times each; connections at the same moment: 1, 2; the server's limit: 60 s a statement
            """);
    assertThat(
            StatementReport.setup(
                    scenario(List.of(1000L, 20_000L)), SampleResult.closedLoop().environment())
                .text())
        .contains("data     query all\n", "timed    a ladder of 1,000, 20,000 rows, once each\n");
  }

  @Test
  void aTimingNamesThePiecesThatAreMissing() {
    Execution execution =
        Made.of(Execution.class)
            .set("connection", 1)
            .set("ending", LOST)
            .set("pieces", List.of(new Piece(1, DONE, 5.0, 1), new Piece(2, LOST, null, 0)))
            .set("missing", List.of(2))
            .record();
    assertThat(
            StatementTable.timings()
                .row(StatementTable.timed(timing(Form.PIECES, execution)).get(0)))
        .isEqualTo(
            "sort                 pieces 1/1   warm   alone  connection_lost after 3,012.0 ms,"
                + " error 2013: the connection was lost; 1 of 2 pieces were done, missing: 2");
  }

  @Test
  void showsEachWayItsEndingsAndTheRatios() {
    StatementResult result =
        result(
            List.of(
                figures(new Variant("sort", Form.WHOLE, 1, Caches.COLD, false), 3, 300.0),
                figures(new Variant("sort", Form.WHOLE, 1, Caches.WARM, false), 3, 100.0),
                figures(new Variant("sort", Form.PIECES, 1, Caches.WARM, false), 2, 125.0),
                figures(new Variant("sort", Form.WHOLE, 1, Caches.WARM, true), 3, 150.0)),
            List.of(),
            List.of());
    assertThat(new StatementReport().summary(result, 200))
        .isEqualTo(
            """

            sort took 100 ms (median of 3, warm, 1 connection); 1 of 12 executions were not completed

            VALID
              times in ms          form   conn  caches    done    first row     last row          min          max         rows  intermediate results
              sort                 whole     1  cold       3/3         10.0        300.0        299.0        301.0       50,000  spilled to disk
              sort                 whole     1  warm       3/3         10.0        100.0         99.0        101.0       50,000  spilled to disk
              sort                 pieces    1  warm       2/3         10.0        125.0        124.0        126.0       50,000  spilled to disk
              sort *               whole     1  warm       3/3         10.0        150.0        149.0        151.0       50,000  spilled to disk
              not done       sort, pieces, 1 conn, warm: connection_lost after 3,012.0 ms, error 2013: the connection was lost
              ratio          sort, whole, 1 conn, cold: cold / warm 3.00
              ratio          sort, pieces, 1 conn, warm: in 10 pieces / whole 1.25 (20 % of its time is decoding and merging here)
              ratio          sort, whole, 1 conn, warm: with the load / alone 1.50
              * with the load, which did                          tps     p95 ms longest ms
                alone, before the statements                     50.0          -        9.0
                during sort, whole, 1 conn, warm                 25.0        8.5       60.0
              evidence       sort, whole, cold: 3 sort merge passes; 7 rows examined; 2.5 MB read by the server
              evidence       sort, whole, warm: 3 sort merge passes; 7 rows examined; 2.5 MB read by the server
              evidence       sort, pieces, warm: 3 sort merge passes; 7 rows examined; 2.5 MB read by the server
              evidence       sort, whole, warm *: 3 sort merge passes; 7 rows examined; 2.5 MB read by the server
            """);
  }

  @Test
  void theLoadIsShownDuringTheFirstTimingAndDuringTheWarmOnes() {
    assertThat(
            new StatementReport()
                .summary(
                    result(
                        List.of(
                            figures(
                                new Variant("sort", Form.WHOLE, 1, Caches.FIRST, true), 3, 300.0),
                            figures(
                                new Variant("sort", Form.WHOLE, 1, Caches.WARM, true), 3, 150.0)),
                        List.of(),
                        List.of()),
                    200))
        .containsOnlyOnce("    during sort, whole, 1 conn, first ")
        .containsOnlyOnce("    during sort, whole, 1 conn, warm ");
  }

  @Test
  void saysBetweenWhichSizesAStatementBeginsToSpill() {
    StatementResult result =
        result(
            List.of(),
            List.of(
                new Spill("sort", 1000L, 20_000L, List.of(10L, 20L)),
                new Spill("group", 20_000L, null, List.of()),
                new Spill("other", null, 1000L, List.of()),
                new Spill("temp_table", null, null, List.of())),
            List.of(
                new Step(1000, "temp_table", execution(Place.TABLESPACE)),
                new Step(2000, "temp_table", execution(null))));
    assertThat(new StatementReport().summary(result, 200))
        .contains(
            "sort           begins to spill between 1,000 rows (in memory) and 20,000 rows"
                + " (spilled); it spilled at fewer rows, too: 10, 20\n",
            "group          did not spill at 20,000 rows, where it was in memory\n",
            "other          spilled at the first step already, 1,000 rows\n",
            "temp_table     at every step: in the temporary tablespace, place not known\n");
  }

  private static StatementScenario scenario(List<Long> ladder) {
    return new StatementScenario(
        "statistics",
        1,
        parameters(),
        "embedded",
        List.of(),
        new Timed(
            List.of("sort", "group"),
            List.of(Form.WHOLE, Form.PIECES),
            10,
            List.of(1, 2),
            3,
            true,
            60.0,
            true),
        ladder,
        null,
        null);
  }

  private static Map<String, Object> parameters() {
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("rows", 5_000_000L);
    parameters.put("query", "all");
    return parameters;
  }

  private static StatementResult result(
      List<Figures> figures, List<Spill> spills, List<Step> steps) {
    Times times = new Times(100, 1.0, 2.0, null, null, null, null, null, 9.0);
    return new StatementResult(
        "f703e9d9",
        Instant.EPOCH,
        new Verdict(Status.VALID, List.of()),
        List.of(),
        scenario(List.of()),
        SampleResult.closedLoop().environment(),
        figures,
        List.of(),
        steps,
        spills,
        List.of(new ConcurrentPhase(Phase.BEFORE, 2, 100, 50.0, times, 9.0, 0, 0)),
        null);
  }

  private static Figures figures(Variant way, int done, double last) {
    boolean beside = way.concurrent();
    boolean pieces = way.form() == Form.PIECES;
    return new Figures(
        way,
        pieces ? 10 : 0,
        3,
        done,
        done == 3 ? List.of() : List.of(LOST),
        50_000L,
        10.0,
        last,
        last - 1,
        last + 1,
        pieces ? (Double) (last / 5) : null,
        Place.SPILLED,
        evidence(Place.SPILLED),
        beside ? (Double) 25.0 : null,
        beside ? (Double) 8.5 : null,
        beside ? (Double) 60.0 : null);
  }

  private static StatementEvidence evidence(@Nullable Place place) {
    return Made.of(StatementEvidence.class)
        .set("place", place)
        .set("reasons", List.of("3 sort merge passes"))
        .set("sortMergePasses", 3L)
        .set("rowsExamined", 7L)
        .set("serverWide", Map.of("Innodb_data_read", 2_500_000L, "Innodb_data_reads", 99L))
        .record();
  }

  private static Execution execution(@Nullable Place place) {
    return new Execution(1, DONE, null, 5.0, 1, null, List.of(), List.of(), null, evidence(place));
  }

  private static Timing timing(Form form, Execution execution) {
    return new Timing(
        new Variant("sort", form, 1, Caches.WARM, false), 1, List.of(execution), null);
  }
}
