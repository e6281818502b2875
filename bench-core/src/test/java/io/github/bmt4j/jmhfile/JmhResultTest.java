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
  void percentilesStayInTheirOrder() throws JsonProcessingException {
    assertThat(
            ResultJson.read(ResultJson.write(SampleJmh.onServer()), JmhResult.class)
                .benchmarks()
                .get(1)
                .primaryMetric()
                .scorePercentiles())
        .containsExactly(Map.entry("0.0", 8.0), Map.entry("50.0", 11.0), Map.entry("100.0", 900.0));
  }

  @Test
  void theServersOfBenchmarksAreReadAgainEqual() throws JsonProcessingException {
    JmhCircumstances servers =
        new JmhCircumstances(
            List.of(SampleResult.closedLoop().environment(), SampleResult.openLoop().environment()),
            List.of("broken off"));

    assertThat(ResultJson.read(ResultJson.write(servers), JmhCircumstances.class))
        .isEqualTo(servers);
  }

  @Test
  void aServerThatLacksAKeyIsRefused() {
    assertThatThrownBy(
            () -> ResultJson.read("{\"servers\": [{\"tls\": \"off\"}]}", JmhCircumstances.class))
        .isInstanceOf(JsonProcessingException.class);
    assertThatThrownBy(() -> ResultJson.read("{}", JmhCircumstances.class))
        .isInstanceOf(JsonProcessingException.class);
  }
}
