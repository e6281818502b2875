package io.github.bmt4j.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.measure.Failure;
import io.github.bmt4j.measure.StatementEnd;
import io.github.bmt4j.result.Ending;
import io.github.bmt4j.workload.Phase;
import org.junit.jupiter.api.Test;

class EndingsTest {
  @Test
  void aStatementThatWasDoneHasATimeAndNoError() {
    assertThat(Endings.done(2_500_000)).isEqualTo(new Ending("done", 2.5, null, null, null));
    assertThat(Endings.done(0)).isEqualTo(new Ending("done", 0.0, null, null, null));
  }

  @Test
  void aFailureKeepsItsCodeItsStateAndItsWords() {
    Failure full = new Failure(Phase.STATEMENT, 1114, "HY000", "The table is full", false);

    assertThat(Endings.failed(full, 7_000_000, StatementEnd.TABLE_FULL, " (piece 2)"))
        .isEqualTo(new Ending("table_full", 7.0, 1114, "HY000", "The table is full (piece 2)"));
  }

  @Test
  void aFailureBeforeTheBeginHasNoTimeAndAnEmptyStateIsNone() {
    Failure refused = new Failure(Phase.CONNECT, 1040, "", "Too many connections", true);

    assertThat(Endings.failed(refused, -1, StatementEnd.CONNECTION_LOST, ""))
        .isEqualTo(new Ending("connection_lost", null, 1040, null, "Too many connections"));
  }

  @Test
  void whatNeverBeganHasNoTimeAndSaysWhy() {
    assertThat(Endings.leftOut("no window functions"))
        .isEqualTo(new Ending("left_out", null, null, null, "no window functions"));
    assertThat(Endings.stopped()).isEqualTo(new Ending("stopped", null, null, null, null));
    assertThat(Endings.mistaken(new IllegalStateException("odd")))
        .isEqualTo(new Ending("failed", null, null, null, "java.lang.IllegalStateException: odd"));
  }
}
