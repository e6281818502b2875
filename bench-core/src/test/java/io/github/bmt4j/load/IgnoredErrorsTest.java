package io.github.bmt4j.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.Failure;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IgnoredErrorsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "innodb | 1213,1020,1205",
        "galera | 1213,1020,1205,1317,1047",
        "group-replication | 1213,1020,1205,3101,1290,1836",
        "aurora | 1213,1020,1205,1290,1836",
        "galera,1062 | 1213,1020,1205,1317,1047,1062",
        "1205, aurora ,1205 | 1205,1213,1020,1290,1836",
        "innodb,all | 1213,1020,1205,all",
        "1317, 1047 | 1317,1047",
      })
  void namesStandForTheirCodes(String words, String codes) {
    assertThat(IgnoredErrors.codes(words).orElseThrow()).containsExactly(codes.split(","));
  }

  @Test
  void noneIsNone() {
    assertThat(IgnoredErrors.codes("1213,none")).isEmpty();
    assertThat(IgnoredErrors.codes("none")).contains(List.of());
  }

  @ParameterizedTest
  @ValueSource(strings = {"deadlock", "Galera", "1213;1205", "123456", "-1"})
  void refusesWhatIsNeitherACodeNorAName(String words) {
    assertThat(IgnoredErrors.codes(words)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"innodb", "galera", "group-replication", "aurora"})
  void aLostConnectionIsNeverTriedAgainAtACommit(String preset) {
    RetryPolicy policy = policy(preset);
    for (int code : policy.codes()) {
      SQLException refused = new SQLException("refused", code == 1047 ? "08S01" : "HY000", code);
      assertThat(policy.allows(Failure.of(refused, ErrorPhase.STATEMENT), 0))
          .as("%d", code)
          .isTrue();
      if (code != 1047) {
        SQLException lost = new SQLException("gone", "08S01", code);
        assertThat(policy.allows(Failure.of(lost, ErrorPhase.COMMIT), 0)).as("%d", code).isFalse();
      }
    }
  }

  @Test
  void aNodeThatIsNotReadyIsAskedAgainAlsoToCommit() {
    SQLException notReady = new SQLException("WSREP has not yet prepared node", "08S01", 1047);
    assertThat(policy("galera").allows(Failure.of(notReady, ErrorPhase.COMMIT), 0)).isTrue();
    assertThat(policy("innodb").allows(Failure.of(notReady, ErrorPhase.COMMIT), 0)).isFalse();
  }

  @Test
  void anInterruptedCommitIsNotTriedAgainAndOneThatTheGroupRolledBackIs() {
    SQLException interrupted = new SQLException("interrupted", "70100", 1317);
    assertThat(policy("galera").allows(Failure.of(interrupted, ErrorPhase.COMMIT), 0)).isFalse();
    assertThat(policy("galera").allows(Failure.of(interrupted, ErrorPhase.STATEMENT), 0)).isTrue();
    SQLException rolledBack = new SQLException("rolled back", "40000", 3101);
    assertThat(policy("group-replication").allows(Failure.of(rolledBack, ErrorPhase.COMMIT), 0))
        .isTrue();
  }

  private static RetryPolicy policy(String preset) {
    Set<Integer> codes =
        IgnoredErrors.codes(preset).orElseThrow().stream()
            .map(Integer::valueOf)
            .collect(Collectors.toSet());
    return new RetryPolicy(codes, false, 10);
  }
}
