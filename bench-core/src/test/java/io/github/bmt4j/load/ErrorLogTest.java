package io.github.bmt4j.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.bmt4j.clock.ErrorPhase;
import io.github.bmt4j.clock.Failure;
import java.util.List;
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

  @Test
  void whatTheUsersOwnSqlFindsWrongIsCountedByItsPlace() {
    ErrorLog log = new ErrorLog();
    for (String message : List.of("a.sql:3: got 0", "b.sql:7: got 2", "a.sql:3: got 5")) {
      log.add(new Failure(ErrorPhase.STATEMENT, 0, "22000", message, false), false);
    }
    log.add(new Failure(ErrorPhase.STATEMENT, 1690, "22000", "a.sql:3: by a server", false), false);
    log.add(new Failure(ErrorPhase.STATEMENT, 1690, "22000", "c.sql:3: by a server", false), false);

    assertThat(log.lines())
        .extracting(ErrorLog.Line::firstMessage, ErrorLog.Line::count)
        .containsExactlyInAnyOrder(
            tuple("a.sql:3: got 0", 2L),
            tuple("b.sql:7: got 2", 1L),
            tuple("a.sql:3: by a server", 2L));
  }
}
