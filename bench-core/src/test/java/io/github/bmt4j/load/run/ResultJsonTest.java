package io.github.bmt4j.load.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.github.bmt4j.experiment.ResultJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ResultJsonTest {
  @Test
  void whatIsWrittenIsReadAgainEqual() throws JsonProcessingException {
    RunResult result = SampleResult.openLoop();

    assertThat(ResultJson.write(ResultJson.read(ResultJson.write(result), RunResult.class)))
        .isEqualTo(ResultJson.write(result));
    assertThat(ResultJson.read(ResultJson.write(result), RunResult.class).totals())
        .isEqualTo(result.totals());
    assertThat(ResultJson.read(ResultJson.write(result), RunResult.class).latency())
        .isEqualTo(result.latency());
  }

  @Test
  void aResultOfAnOlderFormIsReadAndShown() throws Exception {
    String json = resource("run-of-schema-1.json");
    RunResult result = ResultJson.read(json, RunResult.class);

    assertThat(result.schema()).isEqualTo(1);
    assertThat(result.scenario().client()).isEqualTo(ClientScenario.DEFAULT);
    assertThat(result.fairness()).isNull();
    assertThat(new TextReport().summary(result, 200)).contains("VALID").doesNotContain("null");
  }

  private static String resource(String name) throws IOException {
    return Files.readString(Path.of("src", "test", "resources", "result", name));
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
            "\"schema\" : 3",
            "\"kind\" : \"run\"",
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
    assertThatThrownBy(() -> ResultJson.read("{\"schema\": 1, \"surprise\": 2}", RunResult.class))
        .isInstanceOf(JsonProcessingException.class)
        .hasMessageContaining("surprise");
  }
}
