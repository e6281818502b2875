package io.github.bmt4j.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.ErrorPhase;
import io.github.bmt4j.clock.Failure;
import org.junit.jupiter.api.Test;

class ErrorLogTest {
  @Test
  void countsEachKindAndKeepsItsFirstWordsAndTheMostFrequentComesFirst() {
    ErrorLog log = new ErrorLog();
    log.add(new Failure(ErrorPhase.STATEMENT, 1213, "40001", "first", false), true);
    log.add(new Failure(ErrorPhase.COMMIT, 1213, "40001", "at commit", false), false);
    log.add(new Failure(ErrorPhase.STATEMENT, 1213, "40001", "second", false), true);
    log.add(new Failure(ErrorPhase.STATEMENT, 1213, "40001", "third", false), false);
    log.add(new Failure(ErrorPhase.COMMIT, 1213, "40001", "again", false), true);
    log.add(new Failure(ErrorPhase.CONNECT, 0, "08000", "refused", true), false);

    assertThat(log.lines())
        .containsExactly(
            new ErrorLog.Line(ErrorPhase.STATEMENT, 1213, "40001", 3, 2, "first"),
            new ErrorLog.Line(ErrorPhase.COMMIT, 1213, "40001", 2, 1, "at commit"),
            new ErrorLog.Line(ErrorPhase.CONNECT, 0, "08000", 1, 0, "refused"));
  }
}
