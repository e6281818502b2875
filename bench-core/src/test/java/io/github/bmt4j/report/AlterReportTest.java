package io.github.bmt4j.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.result.AlterResult;
import io.github.bmt4j.result.AlterResult.Slice;
import io.github.bmt4j.result.ResultJson;
import io.github.bmt4j.result.SampleAlter;
import org.junit.jupiter.api.Test;

class AlterReportTest {
  @Test
  void saysWhatRunsOnWhatBeforeItBegins() {
    AlterResult run = SampleAlter.result();

    assertThat(AlterReport.head(run.scenario(), run.environment()))
        .isEqualTo(
            """
            alter sbtest1 on embedded MariaDB 11.4.5
            server   MariaDB 11.4.5-MariaDB, TLS off
            driver   MariaDB Connector/J 4.0.0
            alter    add-index; algorithms instant, inplace, copy
            beside   none, oltp_read_write with 4 threads, 5 s before and 5 s after
            table    sbtest1 with 1,000,000 rows, made anew for every ALTER
            """);
  }

  @Test
  void showsOneRowForEachAlterAndWhyItFailed() {
    assertThat(AlterReport.result(SampleAlter.result())).isEqualTo("");
  }

  @Test
  void showsASecondOfARunningAlter() {
    assertThat(
            AlterReport.running(
                12.04, "copy to tmp table", 45.51, new Slice(0, 1_000, 812, 812.3, 12.5)))
        .isEqualTo(
            "   12.0 s  copy to tmp table                         45.5 %  tps     812.3  longest 12.50 ms");
    assertThat(AlterReport.running(1, null, null, null)).isEqualTo("    1.0 s  -");
  }

  @Test
  void storedFormIsReadAsItWasWritten() throws Exception {
    AlterResult result = SampleAlter.result();

    assertThat(ResultJson.readAlter(ResultJson.write(result))).isEqualTo(result);
  }
}
