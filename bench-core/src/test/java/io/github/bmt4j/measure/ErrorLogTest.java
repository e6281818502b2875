package io.github.bmt4j.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.workload.Phase;
import org.junit.jupiter.api.Test;

class ErrorLogTest {
  @Test
  void countsEachKindAndKeepsItsFirstWordsAndTheMostFrequentComesFirst() {
    ErrorLog log = new ErrorLog();
    log.add(new Failure(Phase.STATEMENT, 1213, "40001", "first", false), true);
    log.add(new Failure(Phase.COMMIT, 1213, "40001", "at commit", false), false);
    log.add(new Failure(Phase.STATEMENT, 1213, "40001", "second", false), true);
    log.add(new Failure(Phase.STATEMENT, 1213, "40001", "third", false), false);
    log.add(new Failure(Phase.COMMIT, 1213, "40001", "again", false), true);
    log.add(new Failure(Phase.CONNECT, 0, "08000", "refused", true), false);

    assertThat(log.lines())
        .containsExactly(
            new ErrorLog.Line(Phase.STATEMENT, 1213, "40001", 3, 2, "first"),
            new ErrorLog.Line(Phase.COMMIT, 1213, "40001", 2, 1, "at commit"),
            new ErrorLog.Line(Phase.CONNECT, 0, "08000", 1, 0, "refused"));
  }
}
