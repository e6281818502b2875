package io.github.bmt4j.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import org.junit.jupiter.api.Test;

class ResultJsonTest {
  @Test
  void whatIsWrittenIsReadAgainEqual() throws JsonProcessingException {
    RunResult result = SampleResult.openLoop();

    assertThat(ResultJson.write(ResultJson.read(ResultJson.write(result))))
        .isEqualTo(ResultJson.write(result));
    assertThat(ResultJson.read(ResultJson.write(result)).totals()).isEqualTo(result.totals());
    assertThat(ResultJson.read(ResultJson.write(result)).latency()).isEqualTo(result.latency());
  }

  @Test
  void whatWasNotObservedHasNoKey() {
    String json = ResultJson.write(SampleResult.closedLoop());

    assertThat(json)
        .doesNotContain("null")
        .doesNotContain("\"p999\"")
        .doesNotContain("\"arrivals\"");
    assertThat(json).contains("\"p99\"").contains("\"unserved\" : 0");
  }

  @Test
  void hasTheKeysThatReadersRelyOn() {
    assertThat(ResultJson.write(SampleResult.openLoop()))
        .contains(
            "\"schema\" : 1",
            "\"verdict\"",
            "\"status\" : \"INVALID\"",
            "\"reasons\"",
            "\"scenario\"",
            "\"environment\"",
            "\"server\"",
            "\"driver\"",
            "\"tls\"",
            "\"jvm\"",
            "\"os\"",
            "\"cpu\"",
            "\"totals\"",
            "\"transactions\"",
            "\"queries\"",
            "\"reads\"",
            "\"writes\"",
            "\"others\"",
            "\"errors\"",
            "\"retries\"",
            "\"unserved\"",
            "\"elapsedSeconds\"",
            "\"throughput\"",
            "\"tps\"",
            "\"qps\"",
            "\"latency\"",
            "\"response\"",
            "\"service\"",
            "\"p999\"",
            "\"errorsByCode\"",
            "\"intervals\"",
            "\"client\"",
            "\"cpuSeconds\"",
            "\"cpuMicrosPerQuery\"",
            "\"gcPauseMs\"",
            "\"cpuUtilization\"",
            "\"startedAt\" : \"2026-11-20T18:51:41Z\"");
  }

  @Test
  void aKeyThatIsNotKnownIsRefused() {
    assertThatThrownBy(() -> ResultJson.read("{\"schema\": 1, \"surprise\": 2}"))
        .isInstanceOf(JsonProcessingException.class)
        .hasMessageContaining("surprise");
  }
}
