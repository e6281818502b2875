package io.github.bmt4j.failover.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.failover.figures.Advice;
import io.github.bmt4j.failover.figures.Between;
import io.github.bmt4j.failover.figures.FailoverFigures;
import io.github.bmt4j.failover.figures.Repetition;
import io.github.bmt4j.failover.figures.Summary;
import io.github.bmt4j.failover.figures.Summary.Block;
import io.github.bmt4j.report.Description;
import io.github.bmt4j.report.Grid;
import io.github.bmt4j.report.Reason.Code;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FailoverReportTest {
  @Test
  void saysWhatRunsOnWhatBeforeItBegins() {
    FailoverResult result = SampleFailover.result();

    assertThat(FailoverReport.setup(result.scenario(), result.environment()).text())
        .isEqualTo(
            """
            failover by kill on embedded MariaDB 11.4.5
            server   MariaDB 11.4.5-MariaDB, topology replication --semi-sync, 3 nodes, TLS off
            driver   MariaDB Connector/J 4.0.0, servers found by sequential, HikariCP with 10 connections
            settings as-shipped: connectTimeout 10,000 ms, retry none
            load     200 writes/s, 200 reads/s, 10 connects/s, open loop
            fault    after 10 s of load, by bmt, promotion 3,000 ms later; 3 repetitions, each with a fresh client JVM
            """);
  }

  @Test
  void aUrlWithoutAModeSaysHowManyHostsItHas() {
    FailoverResult result = SampleFailover.result();
    assertThat(
            FailoverReport.setup(
                    SampleFailover.triggered("jdbc:mariadb://db1:3306/x"), result.environment())
                .text())
        .contains("servers found by the URL's only host, HikariCP");
    assertThat(
            FailoverReport.setup(
                    SampleFailover.triggered("jdbc:mariadb://db1,db2/x"), result.environment())
                .text())
        .contains("servers found by the URL's hosts, which name no HA mode, HikariCP");
  }

  @Test
  void aDegradedTimeThatIsLongerThanTheOutageComesFirst() {
    FailoverFigures flapping =
        SampleFailover.allFigures(); // write outage 2 ms, others 44, degraded 60
    Repetition repetition = SampleFailover.repetition(1, Status.VALID, flapping);

    assertThat(FailoverReport.repetition(repetition))
        .startsWith("  #1   VALID    degraded 60.00 ms, write outage 2.00 ms, ")
        .contains("client-added 6.00 ms");
  }

  @Test
  void partsWithoutAMiddleHaveTheLowerBoundOfTheSummaryEverywhere() {
    FailoverFigures wide =
        Made.of(FailoverFigures.class)
            .set(
                "writes",
                Made.of(FailoverFigures.Writes.class)
                    .set("outageMs", 500.0)
                    .set("stalls", new FailoverFigures.Stalls(1, null, 500.0, null))
                    .record())
            .set("server", new FailoverFigures.Server(null, null, null, 5.0))
            .set("client", new FailoverFigures.Client(null, null, new Between(0, 326.1), null))
            .record();
    Repetition repetition = SampleFailover.repetition(2, Status.VALID, wide);

    assertThat(FailoverReport.repetition(repetition))
        .contains("server >= 173.90 ms, client-added up to 326.10 ms");
    assertThat(FailoverTable.figures(Summary.block(List.of(repetition), Set.of()), Set.of()).rows())
        .filteredOn(row -> row.get(0).equals("server outage"))
        .containsExactly(
            List.of("server outage", ">= 173.90", ">= 173.90", ">= 173.90", "1", ">= 173.90"));
  }

  @Test
  void saysOfEachRepetitionWhatCameOfIt() {
    StringBuilder lines = new StringBuilder();
    for (Repetition repetition : SampleFailover.result().failover().repetitions()) {
      lines.append(FailoverReport.repetition(repetition));
    }

    assertThat(lines.toString())
        .isEqualTo(
            """
              #1   VALID    write outage 4,005.00 ms, server 3,000.00 ms, client-added 1,005.00 ms
              #2   INVALID  write outage >= 59,990.00 ms, server - ms, client-added - ms; writes not recovered within 60.0 s: the client itself stood still for 690 ms (hiccup), 12 ms after the fault
              #3   VALID    write outage 4,206.00 ms, server 3,020.00 ms, client-added 1,186.00 ms
            """);
  }

  @Test
  void showsHeadlineFiguresTimelineErrorsAndNotes() {
    assertThat(new FailoverReport().summary(SampleFailover.result(), 200))
        .isEqualTo(
            """

            FAILED: Writes stopped for 4.1 s (median of 2; worst 4.2 s) when the primary changed; 3 acknowledged writes were lost

            FAILED   repetition 3 lost 3 acknowledged writes
              write outage, #1 4,005.00 ms = 3,000.00 no server took writes + 1,005.00 added by driver, pool and settings
              repetitions    3, 2 VALID
              figures (times in ms)           median          min          max  of           #1   #2 INVALID           #3
              write outage                  4,105.50     4,005.00     4,206.00   2     4,005.00 >= 59,990.00     4,206.00
              server outage                 3,010.00     3,000.00     3,020.00   2     3,000.00            -     3,020.00
              client-added outage           1,095.50     1,005.00     1,186.00   2     1,005.00            -     1,186.00
              all stalls                           -            -            -   -            1            1            1
              detection                         6.00         6.00         6.00   2         6.00            -         6.00
              recovery                      4,001.00     4,001.00     4,001.00   1     4,001.00 >= 60,000.00            -
              unavailability                 13.83 %      13.79 %      13.87 %   2      13.79 %            -      13.87 %
              lost writes                          2            0            3   2            0            -            3
              ambiguous, applied                   0            0            0   2            0            -            0
              ambiguous, not applied               1            1            1   2            1            -            1
              duplicates                           -            -            -   -            0            -            0
              resolution                           -            -            -   -         5.00         5.00         5.00
              observed after the fault     30,000.00    30,000.00    30,000.00   2    30,000.00    60,000.00    30,000.00

              timeline of #1, in ms from the fault
                      -4.0  last write
                       0.0  fault            node1 kill
                       2.0  injected         node1
                       6.0  first error      writer, commit, 1927 (70100), UNKNOWN
                   3,001.0  promoted         node2 promoted after 3,000 ms
                   4,001.0  write again

              errors     phase        code  SQLState outcome      count     first ms      last ms
              writer     commit       1927  70100    UNKNOWN          2          6.0          6.0
              writer     connect         0  08000    FAILED       1,598         11.0      3,999.5
            note     #3: a note of the third
            note     client and servers share this machine's processors
            """);
  }

  @Test
  void showsWhyARunIsInvalidAndItsFiguresAllTheSame() {
    FailoverResult valid = SampleFailover.result();
    FailoverResult invalid =
        Made.like(valid)
            .set(
                "verdict",
                new Verdict(
                    Status.INVALID, List.of(Code.UNSPECIFIED.of("0 of 1 repetitions are VALID"))))
            .set("warnings", List.of())
            .set("failover", new Block(List.of(valid.failover().repetitions().get(1)), Map.of()))
            .set("failedChecks", List.of())
            .set("serverSeries", null)
            .record();

    assertThat(new FailoverReport().summary(invalid, 200))
        .isEqualTo(
            """

            Do not use these figures: 0 of 1 repetitions are VALID. Measured: Writes had not recovered after 60.0 s; what was lost is not known

            INVALID
                     because: 0 of 1 repetitions are VALID
              repetitions    1, 0 VALID
              figures (times in ms)           median          min          max  of   #2 INVALID
              write outage                         -            -            -   - >= 59,990.00
              all stalls                           -            -            -   -            1
              recovery                             -            -            -   - >= 60,000.00
              resolution                           -            -            -   -         5.00
              observed after the fault             -            -            -   -    60,000.00
            """);
  }

  @Test
  void whatNeverRecoveredIsTheHeadline() {
    Repetition never = SampleFailover.repetition(1, Status.VALID, SampleFailover.unrecovered());
    FailoverResult result = of(List.of(never));

    assertThat(new FailoverReport().summary(result, 200))
        .startsWith("\nWrites had not recovered after 60.0 s; ")
        .contains("  #1             writes not recovered within 60.0 s\n");
    assertThat(FailoverTable.figures(result.failover(), Set.of()).text(200).lines().toList().get(1))
        .isEqualTo(
            "write outage              >= 59,990.00 >= 59,990.00 >= 59,990.00   1 >= 59,990.00");
  }

  @Test
  void theDegradedTimeOfTheHeadlineIsTheMedianThatTheTableShows() {
    FailoverResult result =
        of(
            List.of(
                degraded(1, 300.0, 310.0), degraded(2, 310.0, 900.0), degraded(3, 320.0, 7_000.0)));

    assertThat(new FailoverReport().summary(result, 200))
        .startsWith(
            "\nFewer than 90 % of the writes succeeded for 900 ms (median of 3; worst 7.0 s);"
                + " they stopped for up to 320 ms; ")
        .containsPattern("degraded time +900.00 +310.00 +7,000.00 +3 ");
  }

  @Test
  void aRepetitionThatWasNotDegradedCountsWithNone() {
    FailoverResult result =
        of(List.of(degraded(1, null, null), degraded(2, null, null), degraded(3, 320.0, 7_000.0)));

    assertThat(new FailoverReport().summary(result, 200))
        .startsWith(
            "\nFewer than 90 % of the writes succeeded for 0.0 ms (median of 3; worst 7.0 s);"
                + " they stopped for up to 320 ms; ");
  }

  /** With 0, as in the summary; an INVALID one is in no summary, and connects had no outage. */
  @Test
  void aRepetitionWithoutAnOutageHasNoneEverywhere() {
    List<Repetition> repetitions =
        List.of(
            SampleFailover.repetition(1, Status.VALID, reads(300.0)),
            SampleFailover.repetition(2, Status.VALID, reads(null)),
            SampleFailover.repetition(3, Status.INVALID, reads(null)));
    Description shown =
        new FailoverReport().describe(of(repetitions), null).judged("VALID", List.of(), List.of());

    Grid each = (Grid) shown.parts().get(0);
    assertThat(each.rows()).extracting(row -> row.get(6)).containsExactly("300.00", "0.000", "-");
    assertThat(shown.all(Grid.class).get(1).rows())
        .filteredOn(row -> row.get(0).endsWith("outage"))
        .containsExactly(
            List.of("read outage", "150.00", "0.000", "300.00", "2", "300.00", "0.000", "-"));
  }

  private static FailoverFigures reads(@Nullable Double outageMs) {
    return Made.of(FailoverFigures.class)
        .set("reads", new FailoverFigures.Interruption(outageMs, null))
        .set("windowMs", 30_000)
        .record();
  }

  private static Repetition degraded(
      int number, @Nullable Double outageMs, @Nullable Double degradedMs) {
    return SampleFailover.repetition(
        number, Status.VALID, SampleFailover.degraded(outageMs, degradedMs));
  }

  @Test
  void whatToChangeIsAtTheEndOnceForEachCause() {
    FailoverResult plain = SampleFailover.result();
    List<Repetition> advised =
        plain.failover().repetitions().stream()
            .map(
                one ->
                    one.number() == 2
                        ? one
                        : one.advised(List.of(new Advice("dns", "it is #" + one.number(), "this"))))
            .toList();
    FailoverResult result =
        Made.like(plain)
            .set("failover", new Block(advised, plain.failover().summary()))
            .set("serverSeries", null)
            .record();

    assertThat(new FailoverReport().summary(result, 200))
        .endsWith(
            "processors\nchange   it is #1; in 2 of 3 repetitions; try this; that was not tried\n");
  }

  @Test
  void operationsThatHangHaveALine() {
    Repetition hung = SampleFailover.repetition(7, Status.VALID, SampleFailover.allFigures());

    assertThat(new FailoverReport().summary(of(List.of(hung)), 200))
        .containsPattern(
            "  #7 +writes, .*; 27 operations still hung at the end, the oldest for 0.0 s");
    assertThat(FailoverReport.repetition(hung)).contains("; 27 operations still hung at the end");
  }

  private static FailoverResult of(List<Repetition> repetitions) {
    FailoverResult valid = SampleFailover.result();
    return Made.like(valid)
        .set("verdict", new Verdict(Status.VALID, List.of()))
        .set("warnings", List.of())
        .set("failover", Summary.block(repetitions, valid.scenario().outages()))
        .set("failedChecks", List.of())
        .set("serverSeries", null)
        .record();
  }

  @Test
  void everyFigureHasALine() {
    Repetition all = SampleFailover.repetition(1, Status.INVALID, SampleFailover.allFigures());

    assertThat(FailoverTable.figures(new Block(List.of(all), Map.of()), Set.of()).rows())
        .hasSameSizeAs(FailoverFigures.METRICS);
  }
}
