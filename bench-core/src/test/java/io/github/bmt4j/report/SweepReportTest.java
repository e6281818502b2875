package io.github.bmt4j.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.result.SampleSweep;
import io.github.bmt4j.result.SweepResult;
import org.junit.jupiter.api.Test;

class SweepReportTest {
  private static final SweepResult SWEEP = SampleSweep.half();

  @Test
  void saysWhichStepsThereAre() {
    assertThat(SweepReport.head(SWEEP.scenario(), SWEEP.environment()))
        .contains(
            "load     8 threads, closed loop, 5 s after 2 s of warm-up\n",
            "sweep    2 steps, with 4, 8 threads\n");
  }

  @Test
  void showsALineForEachStepAndWhatCameOutOfAll() {
    assertThat(SweepReport.result(SWEEP))
        .isEqualTo(
            """
            threads  elapsed       reads      writes      others        tps          qps  errors       min       avg       max       p95       p99  client scaling  verdict
                  4     5.00      14,000       4,000       2,000     199.92     3,998.40       0     0.817      2.80    142.48      4.59      7.90    32 %   100 %  VALID
                  8  INVALID

            INVALID
                     because: 8 threads: it could not begin: Too many connections
              most tps       199.92 with 4 threads; 199.92 with the first step's 4
            note     client and server share this machine's processors
            """);
  }
}
