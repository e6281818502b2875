package io.github.bmt4j.failover.balance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.github.bmt4j.experiment.ResultJson;
import org.junit.jupiter.api.Test;

class BalanceJsonTest {
  @Test
  void whatIsWrittenIsReadAgainEqual() throws JsonProcessingException {
    assertThat(ResultJson.read(ResultJson.write(SampleBalance.rebalanced()), BalanceResult.class))
        .isEqualTo(SampleBalance.rebalanced());
    assertThat(ResultJson.read(ResultJson.write(SampleBalance.without()), BalanceResult.class))
        .isEqualTo(SampleBalance.without());
  }

  @Test
  void whatWasNotObservedHasNoKey() {
    assertThat(ResultJson.write(SampleBalance.without()))
        .doesNotContain("null", "rebalanceMs", "\"returned\"", "\"during\"", "readsOffPrimary");
  }

  @Test
  void hasTheKeysThatReadersRelyOn() {
    assertThat(ResultJson.write(SampleBalance.rebalanced()))
        .contains(
            "\"schema\" : 2",
            "\"kind\"",
            "\"verdict\"",
            "\"balance\"",
            "\"perServer\"",
            "\"connections\"",
            "\"operations\"",
            "\"jain\"",
            "\"before\"",
            "\"during\"",
            "\"after\"",
            "\"rebalanceMs\" : 25000.0",
            "\"shareAtEnd\" : 0.432",
            "\"readsOffPrimary\"",
            "\"resolutionMs\" : 1000.0");
  }
}
