package io.github.bmt4j.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.github.bmt4j.result.RunResult.Client;
import io.github.bmt4j.result.RunResult.Status;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class SweepJsonTest {
  @Test
  void whatIsWrittenIsReadAgainEqual() throws JsonProcessingException {
    SweepResult sweep = SampleSweep.half();
    String json = ResultJson.write(sweep);

    assertThat(ResultJson.write(ResultJson.readSweep(json))).isEqualTo(json);
    assertThat(ResultJson.readSweep(json).scenario().threads()).containsExactly(4, 8);
    RunResult run = Objects.requireNonNull(ResultJson.readSweep(json).steps().get(0).run());
    assertThat(run.totals()).isEqualTo(SampleResult.closedLoop().totals());
    assertThat(json).doesNotContain("null");
  }

  @Test
  void aRunIsNoSweep() {
    assertThatThrownBy(() -> ResultJson.readSweep(ResultJson.write(SampleResult.closedLoop())))
        .isInstanceOf(JsonProcessingException.class);
  }

  @Test
  void theMemoryOfTheClientIsReadAgain() throws JsonProcessingException {
    RunResult run = SampleResult.closedLoop();
    Client client = run.client().with(200_000_000L, 400_000_000L);
    RunResult withMemory = SampleResult.with(run, client, run.statements());

    assertThat(ResultJson.read(ResultJson.write(withMemory)).client()).isEqualTo(client);
    assertThat(ResultJson.read(ResultJson.write(run)).client()).isEqualTo(run.client());
  }

  @Test
  void whatCannotBeStoredIsAReasonMore() {
    SweepResult invalid = SampleSweep.half().invalid("the disk is full");

    assertThat(invalid.verdict().status()).isEqualTo(Status.INVALID);
    assertThat(invalid.verdict().reasons()).hasSize(2).contains("the disk is full");
  }
}
