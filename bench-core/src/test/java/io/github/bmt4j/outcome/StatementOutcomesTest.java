package io.github.bmt4j.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StatementOutcomesTest {
  @Test
  void aStatementThatWasDoneHasATimeAndNoError() {
    assertThat(StatementOutcomes.done(2_500_000))
        .isEqualTo(new StatementOutcome("done", 2.5, null, null, null));
    assertThat(StatementOutcomes.done(0))
        .isEqualTo(new StatementOutcome("done", 0.0, null, null, null));
  }

  @Test
  void aFailureKeepsItsCodeItsStateAndItsWords() {
    Failure full =
        new Failure(ErrorPhase.STATEMENT, 1114, "HY000", "The table is full", false, "", true);

    assertThat(StatementOutcomes.failed(full, 7_000_000, OutcomeKind.TABLE_FULL, " (piece 2)"))
        .isEqualTo(
            new StatementOutcome("table_full", 7.0, 1114, "HY000", "The table is full (piece 2)"));
  }

  @Test
  void aFailureBeforeTheBeginHasNoTimeAndAnEmptyStateIsNone() {
    Failure refused =
        new Failure(ErrorPhase.CONNECT, 1040, "", "Too many connections", true, "", true);

    assertThat(StatementOutcomes.failed(refused, -1, OutcomeKind.CONNECTION_LOST, ""))
        .isEqualTo(
            new StatementOutcome("connection_lost", null, 1040, null, "Too many connections"));
  }

  @Test
  void whatNeverBeganHasNoTimeAndSaysWhy() {
    assertThat(StatementOutcomes.leftOut("no window functions"))
        .isEqualTo(new StatementOutcome("left_out", null, null, null, "no window functions"));
    assertThat(StatementOutcomes.stopped())
        .isEqualTo(new StatementOutcome("stopped", null, null, null, null));
    assertThat(StatementOutcomes.mistaken(new IllegalStateException("odd")))
        .isEqualTo(
            new StatementOutcome(
                "failed", null, null, null, "java.lang.IllegalStateException: odd"));
  }
}
