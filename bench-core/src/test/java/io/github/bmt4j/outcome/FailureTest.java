package io.github.bmt4j.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailureTest {
  /** Vendor codes of other servers mean something else: 1205 is SQL Server's deadlock. */
  @ParameterizedTest(name = "{2} in phase {0}, state {1}: lost {3}, {4}, permanent {5}")
  @CsvSource({
    "STATEMENT, 40P01, 0,    false, FAILED,  false",
    "COMMIT,    40001, 0,    false, FAILED,  false",
    "COMMIT,    40001, 1205, false, FAILED,  false",
    "COMMIT,    40003, 0,    false, UNKNOWN, false",
    "STATEMENT, 57P01, 0,    true,  FAILED,  false",
    "COMMIT,    57P01, 0,    true,  UNKNOWN, false",
    "COMMIT,    08006, 0,    true,  UNKNOWN, false",
    "COMMIT,    23505, 0,    false, FAILED,  false",
    "COMMIT,    22003, 0,    false, FAILED,  false",
    "COMMIT,    42P01, 0,    false, FAILED,  true",
    "COMMIT,    57014, 0,    false, UNKNOWN, false",
    "COMMIT,    '',    0,    false, UNKNOWN, false",
    "STATEMENT, 23505, 0,    false, FAILED,  false",
    "STATEMENT, 42P01, 0,    false, FAILED,  true",
    "STATEMENT, 42000, 1064, false, FAILED,  true",
    "CONNECT,   28P01, 0,    false, FAILED,  true",
    "CONNECT,   3D000, 0,    false, FAILED,  true",
    "STATEMENT, S0001, 1054, false, FAILED,  false",
    "STATEMENT, S0001, 2013, false, FAILED,  false",
  })
  void failuresOfOtherServersAreClassedBySqlState(
      ErrorPhase phase, String state, int code, boolean lost, Outcome outcome, boolean permanent) {
    Failure failure = Failure.bySqlState(new SQLException("x", state, code), phase);
    assertThat(failure.connectionLost()).isEqualTo(lost);
    assertThat(failure.outcome()).isEqualTo(outcome);
    assertThat(failure.permanent()).isEqualTo(permanent);
    assertThat(failure.rolledBack()).isEqualTo(state.startsWith("40") && !state.equals("40003"));
  }

  @ParameterizedTest(name = "{2} in phase {0}, state {1}: lost {3}, {4}")
  @CsvSource({
    "STATEMENT, 40001, 1213, false, FAILED",
    "STATEMENT, HY000, 1205, false, FAILED",
    "COMMIT,    40001, 1205, false, FAILED",
    "COMMIT,    40001, 1213, false, FAILED",
    "STATEMENT, HY000, 1020, false, FAILED",
    "STATEMENT, 08000, 0,    true,  FAILED",
    "COMMIT,    08000, 0,    true,  UNKNOWN",
    "COMMIT,    25S03, 0,    true,  UNKNOWN",
    "STATEMENT, 25S03, 0,    true,  FAILED",
    "COMMIT,    70100, 1927, true,  UNKNOWN",
    "STATEMENT, 70100, 1927, true,  FAILED",
    "COMMIT,    08S01, 1053, true,  UNKNOWN",
    "COMMIT,    HY000, 2013, true,  UNKNOWN",
    "COMMIT,    HY000, 4031, true,  UNKNOWN",
    "COMMIT,    70100, 1317, false, UNKNOWN",
    "STATEMENT, 70100, 1317, false, FAILED",
    "COMMIT,    HY000, 1114, false, FAILED",
    "COMMIT,    HY000, 1180, false, UNKNOWN",
    "COMMIT,    HY000, 3100, false, UNKNOWN",
    "STATEMENT, HY000, 3100, false, FAILED",
    "COMMIT,    40000, 3101, false, FAILED",
    "COMMIT,    23000, 1062, false, FAILED",
    "COMMIT,    HY000, 1290, false, FAILED",
    "STATEMENT, HY000, 1290, false, FAILED",
    "STATEMENT, 25006, 1792, false, FAILED",
    "STATEMENT, HY000, 1836, false, FAILED",
    "COMMIT,    08S01, 1047, false, FAILED",
    "STATEMENT, 08S01, 1047, false, FAILED",
    "COMMIT,    08007, 0,    true,  UNKNOWN",
    "STATEMENT, 08S02, 0,    true,  FAILED",
    "COMMIT,    08S02, 0,    true,  UNKNOWN",
    "STATEMENT, 08007, 0,    true,  FAILED",
    "STATEMENT, S1009, 0,    false, FAILED",
    "COMMIT,    S1009, 0,    false, UNKNOWN",
    "STATEMENT, 70100, 0,    false, FAILED",
    "COMMIT,    70100, 0,    false, UNKNOWN",
    "STATEMENT, 08003, 0,    true,  FAILED",
    "COMMIT,    HY000, 0,    false, UNKNOWN",
    "STATEMENT, HY000, 0,    false, FAILED",
    "COMMIT,    40001, 0,    false, FAILED",
    "COMMIT,    40003, 0,    false, UNKNOWN",
    "BORROW,    HY000, 0,    false, FAILED",
    "BORROW,    08001, 0,    true,  FAILED",
    "CONNECT,   08004, 1040, true,  FAILED",
    "CONNECT,   28000, 1045, false, FAILED",
  })
  void classesByVendorCodeAndPhase(
      ErrorPhase phase, String state, int code, boolean lost, Outcome outcome) {
    Failure failure = Failure.of(new SQLException("message", state, code), phase);

    assertThat(failure.code()).isEqualTo(code);
    assertThat(failure.phase()).isEqualTo(phase);
    assertThat(failure.connectionLost()).isEqualTo(lost);
    assertThat(failure.outcome()).isEqualTo(outcome);
  }

  @Test
  void aDriversConnectionExceptionMeansLostWhateverItsState() {
    assertThat(
            Failure.of(new SQLNonTransientConnectionException("gone"), ErrorPhase.COMMIT).outcome())
        .isEqualTo(Outcome.UNKNOWN);
  }

  @Test
  void aNodeThatIsNotReadyHasDoneNothingWhateverTheDriverMakesOfIt() {
    // Its SQLState makes it an exception of the connection in MariaDB Connector/J.
    SQLException notReady =
        new SQLNonTransientConnectionException(
            "WSREP has not yet prepared node for application use", "08S01", 1047);

    Failure failure = Failure.of(notReady, ErrorPhase.COMMIT);
    assertThat(failure.connectionLost()).isFalse();
    assertThat(failure.outcome()).isEqualTo(Outcome.FAILED);
  }

  @Test
  void whatAServerSaysIsNoLostConnectionWhateverTheDriverMakesOfIt() {
    SQLException of27 = new SQLTransientConnectionException("lock wait", "HY000", 1205);

    assertThat(Failure.of(of27, ErrorPhase.STATEMENT).connectionLost()).isFalse();
    assertThat(
            Failure.of(new SQLTransientConnectionException("no answer"), ErrorPhase.STATEMENT)
                .connectionLost())
        .isTrue();
  }

  @Test
  void aTimeoutOfTheDriversAtACommitLeavesItOpen() {
    Failure atCommit =
        Failure.of(new SQLTimeoutException("no answer", "70100", -1), ErrorPhase.COMMIT);
    Failure before =
        Failure.of(new SQLTimeoutException("no answer", "70100", 0), ErrorPhase.STATEMENT);

    assertThat(atCommit.outcome()).isEqualTo(Outcome.UNKNOWN);
    assertThat(atCommit.connectionLost()).isTrue();
    assertThat(atCommit.code()).isZero();
    assertThat(before.outcome()).isEqualTo(Outcome.FAILED);
  }

  @Test
  void whatNoServerSaidAtACommitLeavesItOpen() {
    // As HikariCP says it of a connection that it has closed, and Connector/J when no host is left.
    assertThat(Failure.of(new SQLException("Connection is closed"), ErrorPhase.COMMIT).outcome())
        .isEqualTo(Outcome.UNKNOWN);
    assertThat(Failure.of(new SQLException("No host", (String) null), ErrorPhase.COMMIT).outcome())
        .isEqualTo(Outcome.UNKNOWN);
    assertThat(Failure.of(new SQLException("Connection is closed"), ErrorPhase.STATEMENT).outcome())
        .isEqualTo(Outcome.FAILED);
  }

  @Test
  void findsTheServersCodeUnderThePoolsException() {
    SQLException server = new SQLException("Too many\n connections", "08004", 1040);
    SQLException pool =
        new SQLTransientConnectionException("bmt - Connection is not available", server);

    Failure failure = Failure.of(pool, ErrorPhase.BORROW);

    assertThat(failure.code()).isEqualTo(1040);
    assertThat(failure.message()).isEqualTo("Too many connections");
    assertThat(failure.connectionLost()).isTrue();
  }

  /** MariaDB Connector/J's words for a row that its heap has no room for. */
  @Test
  void aDriversCauseIsNamedWhereItsMessageIsNot() {
    IOException cause = new IOException("received packet size (9) is greater\nthan 8");
    SQLException socket = new SQLNonTransientConnectionException("Socket error", "08000", cause);
    assertThat(Failure.of(socket, ErrorPhase.STATEMENT).message())
        .isEqualTo("Socket error (received packet size (9) is greater than 8)");
    assertThat(
            Failure.of(new SQLException("x: y", "08000", new IOException("y")), ErrorPhase.CONNECT)
                .message())
        .isEqualTo("x: y");
    assertThat(
            Failure.of(new SQLException("x", "HY000", 1205, cause), ErrorPhase.STATEMENT).message())
        .isEqualTo("x");
    assertThat(
            Failure.of(new SQLException("x", new OutOfMemoryError()), ErrorPhase.STATEMENT)
                .message())
        .isEqualTo("x (java.lang.OutOfMemoryError)");
  }

  @Test
  void whatTimeDoesNotMendIsPermanent() {
    assertThat(
            Failure.of(new SQLException("no table", "42S02", 1146), ErrorPhase.STATEMENT)
                .permanent())
        .isTrue();
    assertThat(
            Failure.of(new SQLException("deadlock", "40001", 1213), ErrorPhase.STATEMENT)
                .permanent())
        .isFalse();
    assertThat(
            Failure.of(new SQLException("full", "HY000", 1114), ErrorPhase.STATEMENT).permanent())
        .isFalse();
  }
}
