package io.github.bmt4j.load.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextReportTest {
  @Test
  void saysWhatRunsOnWhatBeforeItBegins() {
    RunResult run = SampleResult.closedLoop();

    assertThat(TextReport.head(run.scenario(), run.environment()))
        .isEqualTo(
            """
            oltp_read_write on embedded MariaDB 11.4.5
            server   MariaDB 11.4.5-MariaDB, TLS off
            driver   MariaDB Connector/J 4.0.0, HikariCP, a connection borrowed for every transaction, statements prepared on the server
            load     4 threads, closed loop, 5 s after 2 s of warm-up
            data     tables 1, table-size 10,000, rand-type special, seed 42
            """);
  }

  @Test
  void showsAValidRun() {
    assertThat(TextReport.result(SampleResult.closedLoop(), 200))
        .isEqualTo(
            """

            VALID
              transactions            1,000         199.92 /s
              queries                20,000       3,998.40 /s
              r / w / o      14,000 / 4,000 / 2,000
              elapsed        5.002 s
              times in ms          min      mean       p50       p90       p95       p99     p99.9       max
              response           0.817      2.80      2.48      3.86      4.59      7.90         -    142.48
              service            0.817      2.80      2.48      3.86      4.59      7.90         -    142.48
              client         3.16 s of CPU (32 % of 2 cores), 22.1 µs a query, 8 ms of GC pauses
            """);
  }

  @Test
  void showsWhyARunIsInvalidAndWhatWasNotDone() {
    assertThat(TextReport.result(SampleResult.openLoop(), 200))
        .contains(
            "INVALID\n         because: missed its rate: 4,000 of 24,003 arrivals were unserved\n",
            "arrivals       24,003, of which 4,000 unserved; backlog at most 4,100\n",
            "not done       2 failed, 1 unknown (lost at commit), 0 stuck\n",
            "  reconnects                  2\n",
            "error 1213     4 in phase statement, 1 rolled back and retried: Deadlock found\n",
            "note     client and server share this machine's processors\n");
  }

  @Test
  void aLineOfAnIntervalStandsUnderItsHead() {
    RunResult run = SampleResult.openLoop();
    IntervalLine lines = new IntervalLine(run.scenario(), 200);

    assertThat(lines.head())
        .isEqualTo(
            "     time       tps        qps    reads/s  writes/s  others/s    p95 ms    max ms  errors  backlog");
    assertThat(lines.line(run.intervals().get(0), false))
        .isEqualTo(
            "    1.0 s   4,000.0    4,000.0    4,000.0       0.0       0.0         -  1,001.00       4      900");
  }
}
