package io.github.bmt4j.ddl;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.ddl.AlterResult.Alter;
import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.jdbc.ServerPulse;
import io.github.bmt4j.outcome.OutcomeKind;
import io.github.bmt4j.outcome.StatementOutcome;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AlterJudgementTest {
  @ParameterizedTest
  @EnumSource(
      names = {
        "DONE",
        "REFUSED",
        "TIME_LIMIT",
        "LOCK_TIMEOUT",
        "CONNECTION_LOST",
        "TABLE_FULL",
        "NO_SPACE",
        "SORT_ABORTED"
      })
  void findingsAreValid(OutcomeKind outcome) {
    assertThat(AlterJudgement.judge(List.of(ended(outcome)), 1, false, false))
        .isEqualTo(new Verdict(Status.VALID, List.of()));
  }

  @ParameterizedTest
  @EnumSource(names = {"INTERRUPTED", "FAILED", "STOPPED", "LEFT_OUT"})
  void everythingElseIsInvalidAndSaysWhy(OutcomeKind outcome) {
    assertThat(AlterJudgement.judge(List.of(ended(outcome)), 1, false, false))
        .isEqualTo(
            new Verdict(
                Status.INVALID,
                List.of(
                    Code.STATEMENT_FAILED.of(
                        "add-index/inplace did not end: " + outcome.word() + ", error 1114"))));
  }

  @Test
  void problemsAndAnEarlyEndAreReasons() {
    Alter one =
        with(
            new StatementOutcome(OutcomeKind.DONE, 1.0, null, null, null),
            List.of(Code.TABLES_DIFFER.of("a problem")));

    assertThat(AlterJudgement.judge(List.of(one), 2, true, false).texts())
        .containsExactly("add-index/inplace: a problem", "interrupted after 1 of 2 ALTERs");
  }

  @Test
  void anAlterThatIsMissingIsAReasonWhoeverEndedTheRun() {
    Alter lost =
        with(
            new StatementOutcome(OutcomeKind.CONNECTION_LOST, 1.0, 0, "08000", ServerPulse.SILENT),
            List.of());

    assertThat(AlterJudgement.judge(List.of(lost), 3, false, true).texts())
        .containsExactly("ended after 1 of 3 ALTERs, because the server did not answer");
    assertThat(AlterJudgement.judge(List.of(ended(OutcomeKind.DONE)), 3, false, false).texts())
        .containsExactly("ended after 1 of 3 ALTERs");
    assertThat(AlterJudgement.judge(List.of(lost), 1, false, true).texts()).isEmpty();
  }

  @Test
  void theUsersEndIsAReasonDuringTheLastAlterToo() {
    assertThat(AlterJudgement.judge(List.of(ended(OutcomeKind.DONE)), 1, true, false).texts())
        .containsExactly("interrupted after 1 of 1 ALTERs");
  }

  private static Alter ended(OutcomeKind outcome) {
    return with(new StatementOutcome(outcome, 1.0, 1114, "HY000", "words"), List.of());
  }

  private static Alter with(StatementOutcome statementOutcome, List<Reason> problems) {
    Alter done = SampleAlter.done();
    return Made.like(done).set("ending", statementOutcome).set("problems", problems).record();
  }
}
