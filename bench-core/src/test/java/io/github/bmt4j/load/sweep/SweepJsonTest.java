package io.github.bmt4j.load.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.github.bmt4j.experiment.Result;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.load.run.Clients;
import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.run.RunResult.Client;
import io.github.bmt4j.load.run.SampleResult;
import io.github.bmt4j.report.Reason.Code;
import org.junit.jupiter.api.Test;

class SweepJsonTest {
  @Test
  void theMemoryOfTheClientIsReadAgain() throws JsonProcessingException {
    RunResult run = SampleResult.closedLoop();
    Client client = Clients.of(3.16, 22.1, 8, 0.316, 200_000_000L, 400_000_000L);
    RunResult withMemory = SampleResult.with(run, client, run.statements());

    assertThat(ResultJson.read(ResultJson.write(withMemory), RunResult.class).client())
        .isEqualTo(client);
    assertThat(ResultJson.read(ResultJson.write(run), RunResult.class).client())
        .isEqualTo(run.client());
  }

  @Test
  void whatCannotBeStoredIsAReasonMore() {
    SweepResult invalid =
        Result.invalid(SampleSweep.half(), Code.NOT_STORED.of("the disk is full"));

    assertThat(invalid.verdict().status()).isEqualTo(Status.INVALID);
    assertThat(invalid.verdict().texts()).hasSize(2).contains("the disk is full");
  }
}
