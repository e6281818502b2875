package io.github.bmt4j.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.result.Ending;
import io.github.bmt4j.result.StatementResult.Execution;
import io.github.bmt4j.result.StatementResult.Timing;
import io.github.bmt4j.result.StatementResult.Way;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatementJudgementTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "connection_lost",
        "time_limit",
        "table_full",
        "no_space",
        "sort_aborted",
        "left_out"
      })
  void findingsLeaveTheRunValid(String outcome) {
    assertThat(problems(outcome, false)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"failed", "interrupted", "lock_timeout", "refused"})
  void whatNobodyForesawDoesNot(String outcome) {
    assertThat(problems(outcome, false))
        .containsExactly("sort ended with " + outcome + ", error 1064: words");
  }

  @Test
  void norDoesAnEndBeforeTheEnd() {
    assertThat(problems("stopped", true)).containsExactly("interrupted before its end");
  }

  @Test
  void norAStatementThatNeverBeganOrWasStoppedByNobody() {
    assertThat(problems("stopped", false))
        .containsExactly("sort ended with stopped, error 1064: words");
    assertThat(
            StatementJudgement.problems(
                List.of(),
                List.of(timing(new Ending("connection_lost", null, 1040, "08004", "too many"))),
                List.of(),
                List.of(),
                false))
        .containsExactly("sort ended with connection_lost, error 1040: too many");
  }

  @Test
  void norNothingAtAll() {
    assertThat(
            StatementJudgement.problems(List.of(), List.of(), List.of(), List.of("known"), false))
        .containsExactly("known", "no statement was timed");
  }

  private static List<String> problems(String outcome, boolean stopped) {
    Timing timing = timing(new Ending(outcome, 1.0, 1064, "42000", "words"));
    return StatementJudgement.problems(List.of(), List.of(timing), List.of(), List.of(), stopped);
  }

  private static Timing timing(Ending ending) {
    Execution execution =
        new Execution(1, ending, null, null, 0, null, List.of(), List.of(), null, null);
    return new Timing(new Way("sort", "whole", 1, Way.WARM, false), 1, List.of(execution), null);
  }
}
