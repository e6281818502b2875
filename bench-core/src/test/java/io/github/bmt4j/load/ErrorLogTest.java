package io.github.bmt4j.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.Failure;
import io.github.bmt4j.outcome.Failure.PlacedException;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ErrorLogTest {
  @Test
  void countsEachKindAndKeepsItsFirstWordsAndTheMostFrequentComesFirst() {
    ErrorLog log = new ErrorLog();
    log.add(new Failure(ErrorPhase.STATEMENT, 1213, "40001", "first", false, "", true), true);
    log.add(new Failure(ErrorPhase.COMMIT, 1213, "40001", "at commit", false, "", true), false);
    log.add(new Failure(ErrorPhase.STATEMENT, 1213, "40001", "second", false, "", true), true);
    log.add(new Failure(ErrorPhase.STATEMENT, 1213, "40001", "third", false, "", true), false);
    log.add(new Failure(ErrorPhase.COMMIT, 1213, "40001", "again", false, "", true), true);
    log.add(new Failure(ErrorPhase.CONNECT, 0, "08000", "refused", true, "", true), false);

    assertThat(log.lines())
        .containsExactly(
            new ErrorLog.Line(ErrorPhase.STATEMENT, 1213, "40001", "", 3, 2, "first"),
            new ErrorLog.Line(ErrorPhase.COMMIT, 1213, "40001", "", 2, 1, "at commit"),
            new ErrorLog.Line(ErrorPhase.CONNECT, 0, "08000", "", 1, 0, "refused"));
  }

  @Test
  void failuresOfTheUsersOwnSqlAreCountedByTheirPlaceWhateverTheirWords() {
    ErrorLog log = new ErrorLog();
    for (String place : List.of("a.sql:3", "b.sql:7", "a.sql:3")) {
      log.add(failed(place, new SQLException("got " + log.lines().size(), "22000")), false);
      log.add(failed(place, new SQLException("Deadlock", "40001", 1213)), true);
    }

    assertThat(log.lines())
        .extracting(ErrorLog.Line::firstMessage, ErrorLog.Line::count, ErrorLog.Line::retried)
        .containsExactlyInAnyOrder(
            tuple("a.sql:3: got 0", 2L, 0L),
            tuple("b.sql:7: got 2", 1L, 0L),
            tuple("a.sql:3: Deadlock", 2L, 2L),
            tuple("b.sql:7: Deadlock", 1L, 1L));
  }

  private static Failure failed(String place, SQLException why) {
    return Failure.of(new PlacedException(place, why), ErrorPhase.STATEMENT);
  }
}
