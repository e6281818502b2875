package io.github.bmt4j.jmhfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.load.run.SampleJmh;
import io.github.bmt4j.load.run.SampleResult;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JmhResultTest {
  @Test
  void whatIsWrittenIsReadAgainEqual() throws JsonProcessingException {
    assertThat(ResultJson.read(ResultJson.write(SampleJmh.onServer()), JmhResult.class))
        .isEqualTo(SampleJmh.onServer());
    assertThat(ResultJson.read(ResultJson.write(SampleJmh.ofOneIteration()), JmhResult.class))
        .isEqualTo(SampleJmh.ofOneIteration());
  }

  @Test
  void percentilesStayInTheirOrder() throws JsonProcessingException {
    assertThat(
            ResultJson.read(ResultJson.write(SampleJmh.onServer()), JmhResult.class)
                .jmh()
                .benchmarks()
                .get(1)
                .primary()
                .percentiles())
        .containsExactly(Map.entry("0.0", 8.0), Map.entry("50.0", 11.0), Map.entry("100.0", 900.0));
  }

  @Test
  void whatWasNotObservedHasNoKey() {
    assertThat(ResultJson.write(SampleJmh.ofOneIteration()))
        .doesNotContain("null", "\"error\"", "\"servers\"", "\"percentiles\"", "NaN");
  }

  @Test
  void hasTheKeysThatReadersRelyOn() {
    assertThat(ResultJson.write(SampleJmh.onServer()))
        .contains(
            "\"schema\" : 2",
            "\"kind\"",
            "\"id\"",
            "\"importedAt\" : \"2026-11-21T08:00:00Z\"",
            "\"measuredAt\" : \"2026-11-20T18:51:41Z\"",
            "\"file\" : \"all.json\"",
            "\"verdict\"",
            "\"warnings\"",
            "\"servers\"",
            "\"jmh\"",
            "\"benchmarks\"",
            "\"name\" : \"io.github.bmt4j.jmh.StatementBenchmark.execute\"",
            "\"mode\" : \"avgt\"",
            "\"params\"",
            "\"threads\" : 1",
            "\"forks\" : 2",
            "\"warmup\"",
            "\"measurement\"",
            "\"time\" : \"1 s\"",
            "\"jvm\"",
            "\"jmhVersion\" : \"1.37\"",
            "\"arguments\"",
            "\"primary\"",
            "\"score\"",
            "\"value\" : 12.5",
            "\"error\" : 0.75",
            "\"samples\" : 10",
            "\"unit\" : \"us/op\"",
            "\"rawData\"",
            "\"percentiles\"",
            "\"secondary\"")
        .doesNotContain("\"valid\"", "\"label\"");
  }

  @Test
  void aKeyThatIsNotKnownIsRefused() {
    assertThatThrownBy(() -> ResultJson.read("{\"schema\": 1, \"surprise\": 2}", JmhResult.class))
        .isInstanceOf(JsonProcessingException.class)
        .hasMessageContaining("surprise");
  }

  @Test
  void theServersOfBenchmarksAreReadAgainEqual() throws JsonProcessingException {
    JmhCircumstances servers =
        new JmhCircumstances(
            List.of(SampleResult.closedLoop().environment(), SampleResult.openLoop().environment()),
            List.of("broken off"));

    assertThat(ResultJson.readWhole(ResultJson.write(servers), JmhCircumstances.class))
        .isEqualTo(servers);
  }

  @Test
  void aServerThatLacksAKeyIsRefused() {
    assertThatThrownBy(
            () ->
                ResultJson.readWhole("{\"servers\": [{\"tls\": \"off\"}]}", JmhCircumstances.class))
        .isInstanceOf(JsonProcessingException.class);
    assertThatThrownBy(() -> ResultJson.readWhole("{}", JmhCircumstances.class))
        .isInstanceOf(JsonProcessingException.class);
  }
}
