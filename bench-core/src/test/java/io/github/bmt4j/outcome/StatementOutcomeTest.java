package io.github.bmt4j.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StatementOutcomeTest {
  @Test
  void aStatementThatWasDoneHasATimeAndNoError() {
    assertThat(StatementOutcome.doneAfter(2_500_000))
        .isEqualTo(new StatementOutcome(OutcomeKind.DONE, 2.5, null, null, null));
    assertThat(StatementOutcome.doneAfter(0))
        .isEqualTo(new StatementOutcome(OutcomeKind.DONE, 0.0, null, null, null));
  }

  @Test
  void aFailureKeepsItsCodeItsStateAndItsWords() {
    Failure full =
        new Failure(ErrorPhase.STATEMENT, 1114, "HY000", "The table is full", false, "", true);

    assertThat(StatementOutcome.failed(full, 7_000_000, OutcomeKind.TABLE_FULL, " (piece 2)"))
        .isEqualTo(
            new StatementOutcome(
                OutcomeKind.TABLE_FULL, 7.0, 1114, "HY000", "The table is full (piece 2)"));
  }

  @Test
  void aFailureBeforeTheBeginHasNoTimeAndAnEmptyStateIsNone() {
    Failure refused =
        new Failure(ErrorPhase.CONNECT, 1040, "", "Too many connections", true, "", true);

    assertThat(StatementOutcome.failed(refused, -1, OutcomeKind.CONNECTION_LOST, ""))
        .isEqualTo(
            new StatementOutcome(
                OutcomeKind.CONNECTION_LOST, null, 1040, null, "Too many connections"));
  }

  @Test
  void whatNeverBeganHasNoTimeAndSaysWhy() {
    assertThat(StatementOutcome.leftOut("no window functions"))
        .isEqualTo(
            new StatementOutcome(OutcomeKind.LEFT_OUT, null, null, null, "no window functions"));
    assertThat(StatementOutcome.stopped())
        .isEqualTo(new StatementOutcome(OutcomeKind.STOPPED, null, null, null, null));
    assertThat(StatementOutcome.mistaken(new IllegalStateException("odd")))
        .isEqualTo(
            new StatementOutcome(
                OutcomeKind.FAILED, null, null, null, "java.lang.IllegalStateException: odd"));
  }
}
