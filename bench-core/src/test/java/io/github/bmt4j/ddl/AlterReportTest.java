package io.github.bmt4j.ddl;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.ddl.AlterResult.Slice;
import io.github.bmt4j.experiment.Figure;
import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.outcome.OutcomeKind;
import io.github.bmt4j.report.Card;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AlterReportTest {
  @Test
  void saysWhatRunsOnWhatBeforeItBegins() {
    AlterResult run = SampleAlter.result();

    assertThat(AlterReport.setup(run.scenario(), run.environment()).text())
        .isEqualTo(
            """
            alter sbtest1 on embedded MariaDB 11.4.5
            server   MariaDB 11.4.5-MariaDB, TLS off
            driver   MariaDB Connector/J 4.0.0
            alter    add-index; algorithms instant, inplace, copy
            load     none, oltp_read_write with 4 threads, 5 s before and 5 s after
            table    sbtest1 with 1,000,000 rows, made anew for every ALTER
            """);
  }

  @Test
  void showsOneRowForEachAlterAndWhyItFailed() {
    assertThat(new AlterReport().summary(SampleAlter.result(), 200))
        .isEqualTo(
            """

            Do not use these figures: add-index/copy did not end: table_full, error 1114. Measured: add-index/inplace took 2.3 s, add-index/instant: refused, add-index/copy: table full; longest stall of the load 151 ms, by add-index/inplace

            INVALID
                     because: add-index/copy did not end: table_full, error 1114
                                                             elapsed     tps     tps     tps   p95 ms   p95 ms   longest   longest     lock     temp
              change          algo    load   outcome              ms  before  during   after   before   during before ms  stall ms  wait ms       MB
              add-index       inplace oltp   done           2,345.60   1,200     300   1,100     5.50    55.00    150.50    150.50      120    314.6
              add-index       instant none   refused            2.50       -       -       -        -        -         -         -        -        -
              add-index       copy    none   table_full       812.00       -       -       -        -        -         -         -        -        -
              ratio          add-index, load oltp_read_write: inplace / instant 12.35 (one ALTER each)
              size           add-index/inplace: 1,000,000 rows, 247.5 MB before, 1,000,000 rows, 314.6 MB after
              locks          add-index/inplace: 4 sessions at once waited for a metadata lock; the ALTER for 40 ms, others for 120 ms (sampled 90 times, at most 32 ms apart)
              note           add-index/inplace: a note
              error          add-index/instant: refused, error 1846: Try ALGORITHM=NOCOPY
              error          add-index/copy: table_full, error 1114: The table 'sbtest1' is full
            note     client and server share this machine's processors
            """);
  }

  @Test
  void theLongestStallIsThatOfAnyRepetitionHoweverItEnded() {
    AlterResult slowest =
        SampleAlter.of(
            SampleAlter.ended(OutcomeKind.DONE, 900, 4_000),
            SampleAlter.ended(OutcomeKind.DONE, 1_200, 20));
    AlterResult notDone =
        SampleAlter.of(
            SampleAlter.ended(OutcomeKind.LOCK_TIMEOUT, 500, 5_500),
            SampleAlter.ended(OutcomeKind.DONE, 1_200, 20));

    assertThat(new AlterReport().describe(slowest, null).judged("VALID", List.of(), List.of()))
        .satisfies(
            said -> {
              assertThat(said.headline())
                  .isEqualTo(
                      "add-index/inplace took up to 1.2 s; longest stall of the load 4.0 s, by"
                          + " add-index/inplace");
              assertThat(said.cards())
                  .containsExactly(
                      new Card("add-index/inplace", "1,200.00 ms", "longest stall 4,000.00 ms"));
            });
    assertThat(
            new AlterReport()
                .describe(notDone, null)
                .judged("VALID", List.of(), List.of())
                .headline())
        .isEqualTo(
            "add-index/inplace: lock timeout; longest stall of the load 5.5 s, by"
                + " add-index/inplace");
  }

  @Test
  void theHeadlineNamesFour() {
    List<AlterResult.Alter> alters = new ArrayList<>(SampleAlter.result().alters());
    alters.add(
        Made.like(SampleAlter.ended(OutcomeKind.DONE, 763, 20))
            .set(
                "order",
                Made.like(alters.get(0).order())
                    .set("algorithm", AlterScenario.Algorithm.DEFAULT)
                    .record())
            .record());

    assertThat(
            new AlterReport()
                .describe(SampleAlter.of(alters.toArray(AlterResult.Alter[]::new)), null)
                .judged("VALID", List.of(), List.of())
                .headline())
        .contains("add-index/copy: table full, add-index/default took 763 ms; longest stall");
  }

  @Test
  void theLongestStallIsALowerBoundWhereOperationsFailed() {
    AlterResult run = SampleAlter.result(3);
    AlterReport report = new AlterReport();

    assertThat(report.summary(run, 200))
        .contains(
            " >= 150.50 ",
            "load           add-index/inplace: 3 operations failed during the ALTER or after it\n");
    assertThat(report.compared(run))
        .filteredOn(figure -> figure.bounds() > 0)
        .extracting(Figure::name)
        .contains("add-index/inplace, load oltp_read_write: longest stall")
        .doesNotContain("add-index/inplace, load oltp_read_write: elapsed");
  }

  @Test
  void showsASecondOfARunningAlter() {
    assertThat(
            AlterReport.running(
                200, 12.04, "copy to tmp table", 45.51, new Slice(0, 1_000, 812, 812.3, 12.5)))
        .isEqualTo(
            "   12.0 s  copy to tmp table                         45.5 %  tps     812.3  longest"
                + " 12.50 ms");
    assertThat(AlterReport.running(200, 1, null, null, null)).isEqualTo("    1.0 s  -");
  }
}
