package io.github.bmt4j.catchup;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.catchup.CatchUpResult.CatchUp;
import io.github.bmt4j.experiment.Figure;
import java.util.List;
import org.junit.jupiter.api.Test;

class CatchUpReportTest {
  @Test
  void saysWhatRunsOnWhatBeforeItBegins() {
    CatchUpResult run = SampleCatchUp.result();
    assertThat(CatchUpReport.setup(run.scenario(), run.environment()).text())
        .isEqualTo(
            """
            catch-up after oltp_write_only on embedded MariaDB 11.4.5, a primary and 1 replica
            server   MariaDB 11.4.5-MariaDB-log, TLS off
            driver   MariaDB Connector/J 4.0.0
            load     oltp_write_only with 2 threads; a backlog of 5 s, the same for every catch-up
            settings no setting | slave_parallel_threads=4, 3 rounds of each in turn
            stopped  only applying: the replica has received everything before it starts
            """);
  }

  @Test
  void showsSettingsAndEachCatchUp() {
    assertThat(new CatchUpReport().summary(SampleCatchUp.result(), 200))
        .isEqualTo(
            """

            The replica caught up from 5.0 s in 2.20 s with slave_parallel_threads=4: 2.27 s/s, 4,545 transactions/s; 1.9 times as fast as with no setting

            VALID
                                                    elapsed                    speed
              rank  setting                               s        from … to     s/s      from … to    CPU   trans/s
                 1  slave_parallel_threads=4           2.20      2.10 … 2.30    2.27    2.17 … 2.38   0.50     4,545
                 2  no setting                         4.20      4.10 … 4.30    1.19    1.16 … 1.22   0.50     2,381
                                                                 backlog            elapsed   speed    left    disk claimed
              round  setting                        outcome            s    trans.        s     s/s       s      ms       s  tables
                  1  no setting                     caught up       5.00    10,000     4.10    1.22    0.00    1.50      31  equal
                  1  slave_parallel_threads=4       caught up       5.00    10,000     2.10    2.38    0.00    1.20      31  equal
                  2  no setting                     caught up       5.00    10,000     4.20    1.19    0.00    1.50      31  equal
                  2  slave_parallel_threads=4       caught up       5.00    10,000     2.20    2.27    0.00    1.20      31  equal
                  3  no setting                     caught up       5.00    10,000     4.30    1.16    0.00    1.50      31  equal
                  3  slave_parallel_threads=4       caught up       5.00    10,000     2.30    2.17    0.00    1.20      31  equal
              disk           a small forced write took 1.20 to 1.50 ms before the catch-ups
              claimed        Seconds_Behind_Master rose to 31 s, with a backlog of 5.0 s: it includes time in which nothing was written
              during                   server            CPU running  reads/s writes/s   redo/s flushes/s  read ms flush ms lock waits/s  lag s
              no setting               replica          0.50       -      5.0        -        -         -        -        -            -      -
              slave_parallel_threads=4 replica          0.50       -      5.0        -        -         -        -        -            -      -
              not reported   read ms: performance_schema is OFF
            """);
  }

  /** So that a setting that never caught up is not compared as a fast one. */
  @Test
  void theTimeOfACatchUpThatWasGivenUpIsALowerBound() {
    List<CatchUp> all =
        List.of(
            SampleCatchUp.never(), SampleCatchUp.never(), SampleCatchUp.caughtUp("", 3, 100, 1.5));
    CatchUpResult result = SampleCatchUp.result(SampleCatchUp.scenario(true, ""), all);
    Figure elapsed = new CatchUpReport().compared(result).get(1);
    assertThat(elapsed.name()).isEqualTo("elapsed");
    assertThat(elapsed.bounds()).isEqualTo(2);
    assertThat(elapsed.amount()).isEqualTo(">= 600,000.00 ms");
  }
}
