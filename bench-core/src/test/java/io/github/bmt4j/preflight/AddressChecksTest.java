package io.github.bmt4j.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.preflight.AddressChecks.Answer;
import io.github.bmt4j.preflight.Doctor.Severity;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** {@code HaProxyIT} has it behind HAProxy. */
class AddressChecksTest {
  private static final Answer FIRST = answer(7);

  private static Answer answer(long id) {
    return new Answer("db1:3306 (server_id 1)", "3306", "Debian n/a", id, true);
  }

  @Test
  void aServerAtItsOwnPortWhoseIdsGrowIsNoProxy() {
    CheckFinding found =
        AddressChecks.check(List.of(FIRST, answer(8), answer(12)), Set.of("3306", "3307"));
    assertThat(found.severity()).isEqualTo(Severity.OK);
    assertThat(found.found()).isEqualTo("leads to db1:3306 (server_id 1)");
  }

  @Test
  void anotherPortIsASignOfAProxyUnlessItIsNotKnown() {
    assertThat(AddressChecks.check(List.of(FIRST), Set.of("6033")).severity())
        .isEqualTo(Severity.NOTE);
    assertThat(AddressChecks.check(List.of(FIRST), Set.of()).severity()).isEqualTo(Severity.OK);
  }

  /** A proxy that keeps connections to its servers gives one of them to several clients. */
  @Test
  void idsThatDoNotGrowAreASignOfAProxy() {
    for (long next : List.of(7L, 3L)) {
      CheckFinding found = AddressChecks.check(List.of(FIRST, answer(next)), Set.of("3306"));
      assertThat(found.severity()).isEqualTo(Severity.NOTE);
      assertThat(found.found())
          .isEqualTo(
              "leads to db1:3306 (server_id 1) through a proxy, NAT or a forwarded port: connection ids"
                  + " are not from one sequence");
    }
  }

  @Test
  void aVersionCommentMayNameTheProxy() {
    Answer named = new Answer("db1:3306 (server_id 1)", "3306", "(ProxySQL)", 1, true);
    assertThat(AddressChecks.check(List.of(named), Set.of("3306")).line())
        .contains("it calls itself (ProxySQL): times include what it adds");
  }

  @Test
  void severalServersAreAWarning() {
    Answer other = new Answer("db2:3306 (server_id 2)", "3306", "Debian n/a", 90, true);
    CheckFinding found = AddressChecks.check(List.of(other, FIRST, other), Set.of("3306"));
    assertThat(found.severity()).isEqualTo(Severity.WARNING);
    assertThat(found.found())
        .isEqualTo(
            "3 connections reached 2 servers: db1:3306 (server_id 1), db2:3306 (server_id 2)");
  }
}
