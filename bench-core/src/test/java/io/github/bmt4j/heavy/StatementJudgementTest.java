package io.github.bmt4j.heavy;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.heavy.StatementResult.Caches;
import io.github.bmt4j.heavy.StatementResult.Execution;
import io.github.bmt4j.heavy.StatementResult.Step;
import io.github.bmt4j.heavy.StatementResult.Timing;
import io.github.bmt4j.heavy.StatementResult.Variant;
import io.github.bmt4j.heavy.StatementScenario.Form;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.outcome.OutcomeKind;
import io.github.bmt4j.outcome.StatementOutcome;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import io.github.bmt4j.workload.HeavyStatement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StatementJudgementTest {
  private static final Variant WAY = new Variant("sort", Form.WHOLE, 1, Caches.WARM, false);

  @ParameterizedTest
  @EnumSource(
      names = {
        "CONNECTION_LOST",
        "TIME_LIMIT",
        "TABLE_FULL",
        "NO_SPACE",
        "SORT_ABORTED",
        "LEFT_OUT"
      })
  void findingsLeaveTheRunValid(OutcomeKind outcome) {
    assertThat(problems(outcome, false)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"FAILED", "INTERRUPTED", "LOCK_TIMEOUT", "REFUSED"})
  void whatNobodyForesawDoesNot(OutcomeKind outcome) {
    assertThat(problems(outcome, false))
        .containsExactly("sort ended with " + outcome.word() + ", error 1064: words");
  }

  @Test
  void norDoesAnEndBeforeTheEnd() {
    assertThat(problems(OutcomeKind.STOPPED, true)).containsExactly("interrupted before its end");
  }

  @Test
  void norAStatementThatNeverBeganOrWasStoppedByNobody() {
    assertThat(problems(OutcomeKind.STOPPED, false))
        .containsExactly("sort ended with stopped, error 1064: words");
    assertThat(
            texts(
                StatementJudgement.problems(
                    List.of(),
                    List.of(
                        timing(
                            new StatementOutcome(
                                OutcomeKind.CONNECTION_LOST, null, 1040, "08004", "too many"))),
                    List.of(),
                    List.of(),
                    false)))
        .containsExactly("sort ended with connection_lost, error 1040: too many");
  }

  @Test
  void norNothingAtAll() {
    assertThat(
            texts(
                StatementJudgement.problems(
                    List.of(), List.of(), List.of(), List.of(Code.UNSPECIFIED.of("known")), false)))
        .containsExactly("known", "no statement was timed");
  }

  @Test
  void anAnswerWithAnotherNumberOfRowsIsWrong() {
    assertThat(checked(gave(1000), gave(1000))).isEmpty();
    assertThat(checked(gave(1000), gave(999)))
        .containsExactly("sort gave 999 rows instead of 1,000: was its table changed?");
  }

  @Test
  void rowsOfAStatementThatWasNotDoneAreNotChecked() {
    StatementOutcome limit =
        new StatementOutcome(OutcomeKind.TIME_LIMIT, 1.0, 3024, "HY000", "words");

    assertThat(checked(execution(limit, 17))).isEmpty();
  }

  @Test
  void aStepOfTheLadderThatFailsIsAProblemToo() {
    StatementOutcome failed = new StatementOutcome(OutcomeKind.FAILED, 1.0, 1064, "42000", "words");

    assertThat(
            texts(
                StatementJudgement.problems(
                    List.of(),
                    List.of(),
                    List.of(
                        new Step(10, "sort", gave(1)), new Step(20, "group", execution(failed, 0))),
                    List.of(),
                    false)))
        .containsExactly("group ended with failed, error 1064: words");
  }

  private static List<String> texts(List<Reason> problems) {
    return problems.stream().map(Reason::text).toList();
  }

  private static List<String> checked(Execution... executions) {
    return texts(
        StatementJudgement.problems(
            List.of(new Thousand()),
            List.of(new Timing(WAY, 1, List.of(executions), null)),
            List.of(),
            List.of(),
            false));
  }

  private static Execution gave(long rows) {
    return execution(new StatementOutcome(OutcomeKind.DONE, 1.0, null, null, null), rows);
  }

  private static Execution execution(StatementOutcome statementOutcome, long rows) {
    return new Execution(
        1, statementOutcome, null, null, rows, null, List.of(), List.of(), null, null);
  }

  /** A statement that gives a thousand rows. */
  private static final class Thousand implements HeavyStatement {
    @Override
    public String name() {
      return "sort";
    }

    @Override
    public Kind kind() {
      return Kind.QUERY;
    }

    @Override
    public String sql(ServerProduct server) {
      return "SELECT";
    }

    @Override
    public long rows() {
      return 1000;
    }
  }

  private static List<String> problems(OutcomeKind outcome, boolean stopped) {
    Timing timing = timing(new StatementOutcome(outcome, 1.0, 1064, "42000", "words"));
    return texts(
        StatementJudgement.problems(List.of(), List.of(timing), List.of(), List.of(), stopped));
  }

  private static Timing timing(StatementOutcome statementOutcome) {
    return new Timing(WAY, 1, List.of(execution(statementOutcome, 0)), null);
  }
}
