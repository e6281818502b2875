package io.github.bmt4j.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.preflight.Doctor.Severity;
import io.github.bmt4j.workload.Table;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines of SHOW GRANTS as servers write them. */
class GrantsTest {
  private static final List<Table> TABLES = Facts.tables(2, 10);

  @Test
  void rightsReachAsFarAsTheirScope() {
    Grants grants =
        Grants.of(
            List.of(
                "GRANT USAGE ON *.* TO `bench`@`%` IDENTIFIED BY PASSWORD '*1'",
                "GRANT SELECT, INSERT ON `bench\\_1`.* TO `bench`@`%`",
                "GRANT DELETE ON `be%`.* TO `bench`@`%`",
                "GRANT UPDATE (`k`), DROP ON `other`.`sbtest1` TO `bench`@`%`"));
    assertThat(grants.allow("SELECT", "bench_1", "*")).isTrue();
    assertThat(grants.allow("SELECT", "benchx1", "*")).isFalse();
    assertThat(grants.allow("DELETE", "benchx1", "*")).isTrue();
    assertThat(grants.allow("UPDATE", "other", "sbtest1")).isFalse();
    assertThat(grants.allow("DROP", "other", "sbtest1")).isTrue();
    assertThat(grants.allow("DROP", "other", "*")).isFalse();
    assertThat(grants.allowGlobally("PROCESS")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"be nch\".*", "`be nch`.*"})
  void namesAreReadInAnyQuotes(String place) {
    Grants grants = Grants.of(List.of("GRANT SELECT ON " + place + " TO \"a\"@\"%\""));
    assertThat(grants.allow("SELECT", "be nch", "*")).isTrue();
    assertThat(grants.allow("SELECT", "bench", "*")).isFalse();
  }

  @Test
  void namesAreReadWithoutQuotes() {
    Grants grants = Grants.of(List.of("GRANT SELECT ON bench.* TO a@%"));
    assertThat(grants.allow("SELECT", "bench", "*")).isTrue();
  }

  @Test
  void revokedRightsOfMysqlAreNotHeld() {
    Grants grants =
        Grants.of(
            List.of(
                "GRANT SELECT, PROCESS ON *.* TO `a`@`%`", "REVOKE SELECT ON `d`.* FROM `a`@`%`"));
    assertThat(grants.allow("SELECT", "d", "*")).isFalse();
    assertThat(grants.allow("SELECT", "e", "*")).isTrue();
    assertThat(grants.allowGlobally("PROCESS")).isTrue();
  }

  @Test
  void missingRightsAreNamedWithTheirConsequence() {
    Grants few = Grants.of(List.of("GRANT SELECT, INSERT ON `d`.* TO `a`@`%`"));
    List<CheckFinding> findings =
        PrivilegeChecks.check(few, "d", Facts.need(1, 1), TABLES, List.of());
    CheckFinding run = Facts.about("rights to run", findings);
    assertThat(run.severity()).isEqualTo(Severity.ERROR);
    assertThat(run.found()).isEqualTo("DELETE, UPDATE are missing on d");
    CheckFinding prepare = Facts.about("rights to prepare", findings);
    assertThat(prepare.severity()).isEqualTo(Severity.ERROR);
    assertThat(prepare.found()).isEqualTo("CREATE, INDEX are missing on d");
    assertThat(Facts.about("right to drop", findings).severity()).isEqualTo(Severity.NOTE);
    assertThat(Facts.about("right PROCESS", findings).severity()).isEqualTo(Severity.NOTE);
    List<CheckFinding> reading =
        PrivilegeChecks.check(few, "d", Facts.reading(1), List.of(), List.of());
    assertThat(Facts.about("rights to run", reading).severity()).isEqualTo(Severity.OK);
    assertThat(Facts.about("rights to prepare", reading).severity()).isEqualTo(Severity.OK);
  }

  @Test
  void withoutAlterTablesAreMadeAndNotFinished() {
    Grants grants =
        Grants.of(
            List.of(
                "GRANT SELECT, INSERT, UPDATE, DELETE, CREATE, DROP, INDEX ON `d`.* TO `a`@`%`"));
    List<CheckFinding> missing =
        PrivilegeChecks.check(grants, "d", Facts.need(1, 1), TABLES, List.of());
    assertThat(Facts.about("rights to prepare", missing).severity()).isEqualTo(Severity.OK);
    CheckFinding alter = Facts.about("right to alter", missing);
    assertThat(alter.severity()).isEqualTo(Severity.NOTE);
    assertThat(alter.line()).contains("cannot be finished", "GRANT ALTER ON d.*");
    CheckFinding unfinished =
        Facts.about(
            "rights to prepare",
            PrivilegeChecks.check(grants, "d", Facts.need(1, 1), List.of(), TABLES));
    assertThat(unfinished.severity()).isEqualTo(Severity.ERROR);
    assertThat(unfinished.found()).isEqualTo("ALTER is missing on d");
  }

  @Test
  void foreignKeysNeedAlterAndOnMysqlReferences() {
    List<Table> tables = Facts.tpcc();
    Grants grants =
        Grants.of(
            List.of(
                "GRANT SELECT, INSERT, UPDATE, DELETE, CREATE, DROP, INDEX ON `d`.* TO `a`@`%`"));
    List<CheckFinding> findings =
        PrivilegeChecks.check(grants, "d", Facts.need(1, 1), tables, List.of());
    assertThat(Facts.about("rights to prepare", findings).found())
        .isEqualTo("ALTER is missing on d");
    CheckFinding refer = Facts.about("right to refer", findings);
    assertThat(refer.severity()).isEqualTo(Severity.NOTE);
    assertThat(refer.line()).contains("GRANT REFERENCES ON d.*");
  }

  @Test
  void rightsOnEachTableAreEnoughToRun() {
    Grants tables =
        Grants.of(List.of("GRANT SELECT, INSERT, UPDATE, DELETE ON `d`.`sbtest1` TO `a`@`%`"));
    assertThat(rightsToRun(tables, Facts.need(1, 1))).isEqualTo(Severity.OK);
    assertThat(rightsToRun(tables, Facts.onTables(1, 2))).isEqualTo(Severity.ERROR);
  }

  @Test
  void everythingIsAllowedToAnAdministrator() {
    Grants all = Grants.of(List.of("GRANT ALL PRIVILEGES ON *.* TO `root`@`%` WITH GRANT OPTION"));
    assertThat(PrivilegeChecks.check(all, "d", Facts.need(1, 1), TABLES, List.of()))
        .allMatch(finding -> finding.severity() == Severity.OK);
  }

  private static Severity rightsToRun(Grants grants, Need need) {
    return Facts.about(
            "rights to run", PrivilegeChecks.check(grants, "d", need, List.of(), List.of()))
        .severity();
  }
}
