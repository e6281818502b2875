package io.github.bmt4j.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.result.RunResult.Client;
import io.github.bmt4j.result.RunResult.ServerCounts;
import io.github.bmt4j.result.RunResult.Totals;
import io.github.bmt4j.result.RunResult.Verdict;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The verdict on what the server counted. */
class CounterJudgementTest {
  private static final Totals TOTALS =
      new Totals(100, 600, 0, 400, 200, 0, 0, 0, 0, null, 0, null, 0, 0, 1.0);

  @Test
  void acceptsACalmRunThatTheServerConfirms() {
    assertThat(judge(900, 900, true).reasons()).isEmpty();
  }

  @Test
  void refusesACalmRunWithStatementsThatWeDidNotCount() {
    assertThat(judge(901, 900, true).reasons()).singleElement().asString().contains("901", "900");
  }

  @Test
  void acceptsThatAFailureInTheWarmUpLeavesTheServerWithMore() {
    assertThat(judge(901, 900, false).reasons()).isEmpty();
  }

  @Test
  void refusesStatementsThatTheServerNeverSaw() {
    assertThat(judge(899, 900, false).reasons()).hasSize(1);
  }

  private static Verdict judge(long statements, long counted, boolean calm) {
    return Judgement.judge(
        new Judgement.Evidence(
            TOTALS,
            List.of(),
            new Client(0.1, 1.0, 0, 0.1),
            new ServerCounts(statements, counted, Map.of()),
            List.of(),
            false,
            true,
            calm));
  }
}
