package io.github.bmt4j.heavy;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.experiment.SampleResults;
import io.github.bmt4j.heavy.StatementResult.Caches;
import io.github.bmt4j.heavy.StatementResult.Execution;
import io.github.bmt4j.heavy.StatementResult.Piece;
import io.github.bmt4j.heavy.StatementResult.Timing;
import io.github.bmt4j.heavy.StatementResult.Variant;
import io.github.bmt4j.heavy.StatementResult.VariantFigures;
import io.github.bmt4j.heavy.StatementScenario.Form;
import io.github.bmt4j.outcome.OutcomeKind;
import io.github.bmt4j.outcome.StatementOutcome;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatementReportTest {
  private static final StatementOutcome DONE =
      new StatementOutcome(OutcomeKind.DONE, 1234.5, null, null, null);
  private static final StatementOutcome LOST =
      new StatementOutcome(
          OutcomeKind.CONNECTION_LOST, 3012.0, 2013, "08S01", "the connection was lost");

  /** Of every form, with a load, spills and a ladder. */
  private static final StatementResult RESULT =
      SampleResults.read("statements", StatementResult.class);

  @Test
  void saysWhatIsTimedOnWhat() {
    assertThat(StatementReport.setup(RESULT.scenario(), RESULT.environment()).text())
        .isEqualTo(
            """
            statistics, statement by statement, on embedded MariaDB 11.4.5
            server   MariaDB 11.4.5-MariaDB, TLS off
            driver   MariaDB Connector/J 4.0.0, a plain connection for each statement
            data     rows 5,000,000, query all
            timed    sort, group; whole and pieces (at most 10); 3 times each; connections at the same moment: 1, 2; the server's limit: 60 s a statement
            """);
    StatementScenario ladder =
        Made.like(RESULT.scenario()).set("ladder", List.of(1000L, 20_000L)).record();
    assertThat(StatementReport.setup(ladder, RESULT.environment()).text())
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
        Made.like(RESULT).set("spills", List.of()).set("ladder", List.of()).record();
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
              ratio          sort, pieces, 1 conn, warm: in 10 pieces / whole 1.25
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

  /** If some were ended, the client's part and the whole time are of different executions. */
  @Test
  void theClientsPartOfPiecesIsSaidIfAllWereDone() {
    List<VariantFigures> figures =
        RESULT.figures().stream()
            .map(one -> Made.like(one).set("done", one.runs()).record())
            .toList();
    StatementResult result = Made.like(RESULT).set("figures", figures).record();
    assertThat(new StatementReport().summary(result, 200))
        .contains("whole 1.25 (20 % of its time is decoding and merging here)");
  }

  @Test
  void theLoadIsShownDuringTheFirstTimingAndDuringTheWarmOnes() {
    VariantFigures warm = RESULT.figures().get(3);
    VariantFigures first = Made.like(warm).set("caches", Caches.FIRST).record();
    StatementResult result = Made.like(RESULT).set("figures", List.of(first, warm)).record();
    assertThat(new StatementReport().summary(result, 200))
        .containsOnlyOnce("    during sort, whole, 1 conn, first ")
        .containsOnlyOnce("    during sort, whole, 1 conn, warm ");
  }

  @Test
  void saysBetweenWhichSizesAStatementBeginsToSpill() {
    assertThat(new StatementReport().summary(RESULT, 200))
        .contains(
            "sort           begins to spill between 1,000 rows (in memory) and 20,000 rows"
                + " (spilled); it spilled at fewer rows, too: 10, 20\n",
            "group          did not spill at 20,000 rows, where it was in memory\n",
            "other          spilled at the first step already, 1,000 rows\n",
            "temp_table     at every step: in the temporary tablespace, place not known\n");
  }

  private static Timing timing(Form form, Execution execution) {
    return new Timing(
        new Variant("sort", form, 1, Caches.WARM, false), 1, List.of(execution), null);
  }
}
