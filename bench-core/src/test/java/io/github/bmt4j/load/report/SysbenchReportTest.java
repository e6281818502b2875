package io.github.bmt4j.load.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.run.SampleResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SysbenchReportTest {
  @Test
  void hasSysbenchsLinesOfAClosedLoop() {
    RunResult run = SampleResult.closedLoop();
    SysbenchReport report = new SysbenchReport(run.scenario(), "bmt4j 1.2");

    assertThat(report.head(true))
        .isEqualTo(
            """
            bmt4j 1.2, in the form of sysbench 1.0.20

            Running the test with following options:
            Number of threads: 4
            Report intermediate results every 1 second(s)
            Initializing random number generator from seed (42).


            Initializing worker threads...

            Threads started!

            """);
    assertThat(report.interval(run.intervals().get(0), 4.6, 4, 0))
        .isEqualTo(
            "[ 1s ] thds: 4 tps: 200.00 qps: 4000.00 (r/w/o: 2800.00/800.00/400.00) lat (ms,95%):"
                + " 4.60 err/s: 0.00 reconn/s: 0.00\n");
    assertThat(report.result(run, 4.59))
        .isEqualTo(
            """
            SQL statistics:
                queries performed:
                    read:                            14000
                    write:                           4000
                    other:                           2000
                    total:                           20000
                transactions:                        1000   (199.92 per sec.)
                queries:                             20000  (3998.40 per sec.)
                ignored errors:                      0      (0.00 per sec.)
                reconnects:                          0      (0.00 per sec.)

            General statistics:
                total time:                          5.0020s
                total number of events:              1000

            Latency (ms):
                     min:                                    0.82
                     avg:                                    2.80
                     max:                                  142.48
                     95th percentile:                        4.59
                     sum:                                 2800.00

            Threads fairness:
                events (avg/stddev):           250.0000/4.50
                execution time (avg/stddev):   0.7000/0.01

            """);
  }

  @Test
  void anOpenLoopHasItsQueueAndAnInvalidRunSaysSoAboveItsFigures() {
    RunResult run = SampleResult.openLoop();
    SysbenchReport report = new SysbenchReport(run.scenario(), "bmt4j 1.2");

    assertThat(report.head(false))
        .contains("Number of threads: 4\nTarget transaction rate: 5000/sec\nInitializing random")
        .doesNotContain("intermediate");
    assertThat(report.interval(run.intervals().get(0), null, 3, 0))
        .isEqualTo(
            """
            [ 1s ] thds: 4 tps: 4000.00 qps: 4000.00 (r/w/o: 4000.00/0.00/0.00) lat (ms,95%): 0.00 err/s: 4.00 reconn/s: 2.00
            [ 1s ] queue length: 900, concurrency: 3
            """);
    assertThat(report.result(run, 950.0))
        .startsWith(
            "WARNING: this run is INVALID: missed its rate: 4,000 of 24,003 arrivals were"
                + " unserved\n"
                + "SQL statistics:\n")
        .contains("    ignored errors:                      4      (0.80 per sec.)\n")
        .contains("         avg:                                  500.00\n");
  }

  @Test
  void aPieceOfAnIntervalIsNotShown() {
    RunResult run = SampleResult.closedLoop();
    SysbenchReport report = new SysbenchReport(run.scenario(), "x");

    assertThat(report.interval(interval(1, 1.5), 1.0, 0, 0)).isEmpty();
    assertThat(report.interval(interval(4, 4.9999), 1.0, 0, 0)).isEmpty();
  }

  @Test
  void anIntervalThatWasCountedLateIsShownAndSoIsTheShorterOneAfterIt() {
    RunResult run = SampleResult.closedLoop();
    SysbenchReport report = new SysbenchReport(run.scenario(), "x");

    assertThat(report.interval(interval(0, 1.3), 1.0, 0, 0))
        .startsWith("[ 1s ] thds: 4 tps: 2.00 ");
    assertThat(report.interval(interval(1.3, 2.0001), 1.0, 0, 0)).startsWith("[ 2s ] ");
    assertThat(report.interval(interval(2.0001, 3.6), 1.0, 0, 0)).startsWith("[ 4s ] ");
  }

  private static RunResult.IntervalResult interval(double from, double to) {
    return new RunResult.IntervalResult(
        from, to, 1, 2, 2, 2, 0, 0, 0, 0, null, 1.0, null, 1.0, null, null, null);
  }

  @ParameterizedTest
  @CsvSource({"tpcc, 7, 11.00", "sql, 0, 4.00"})
  void deliberateRollbacksAreIgnoredErrorsOfTpccOnly(
      String workload, int ignored, String perSecond) {
    RunResult run = SampleResult.ofTwoKinds();
    SysbenchReport report = new SysbenchReport(SampleResult.scenario(workload, 5000.0), "bmt");

    assertThat(report.result(run, null))
        .contains("    ignored errors:                      %d ".formatted(ignored));
    assertThat(report.interval(SampleResult.openLoop().intervals().get(0), null, 3, 7))
        .contains(" err/s: %s ".formatted(perSecond));
  }
}
