package io.github.bmt4j.preflight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.preflight.Doctor.Severity;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Limits of a server, a need on either side of each. */
class LimitChecksTest {
  @Test
  void threadsAndTwoMoreMustFitIntoMaxConnections() {
    Facts server = Facts.ofServer().global("max_connections", "12");
    assertThat(hard("connections", server, Facts.need(10, 1)).severity()).isEqualTo(Severity.OK);
    Finding error = hard("connections", server, Facts.need(11, 1));
    assertThat(error.severity()).isEqualTo(Severity.ERROR);
    assertThat(error.found())
        .isEqualTo("11 threads need 13 connections, but the server's max_connections is 12");
  }

  @Test
  void connectionsOfOthersTakeRoomAndOursDoesNot() {
    Facts server =
        Facts.ofServer().global("max_connections", "12").status("Threads_connected", "5");
    assertThat(hard("connections", server, Facts.need(6, 1)).severity()).isEqualTo(Severity.OK);
    Finding error = hard("connections", server, Facts.need(7, 1));
    assertThat(error.severity()).isEqualTo(Severity.ERROR);
    assertThat(error.line()).contains("others hold 4 of the 12", "1040");
  }

  @Test
  void loginWithALimitHasRoomForAsManyAsAreFree() {
    Facts server = Facts.ofServer().session("max_user_connections", "10").own(3);
    assertThat(hard("user's connections", server, Facts.need(7, 1)).severity())
        .isEqualTo(Severity.OK);
    Finding error = hard("user's connections", server, Facts.need(8, 1));
    assertThat(error.severity()).isEqualTo(Severity.ERROR);
    assertThat(error.found()).contains("allows this login 10, of which 2 are in use");
  }

  @Test
  void statementsMustFitIntoWhatIsFree() throws TargetException {
    Facts server =
        Facts.ofServer()
            .global("max_prepared_stmt_count", "100")
            .status("Prepared_stmt_count", "10");
    assertThat(hard("prepared statements", server, Facts.need(10, 9)).severity())
        .isEqualTo(Severity.OK);
    assertThat(preflight(server, Facts.need(10, 9)).psMode()).isEqualTo(PsMode.AUTO);
    Need more = Facts.need(13, 7);
    Finding warning = hard("prepared statements", server, more);
    assertThat(warning.severity()).isEqualTo(Severity.WARNING);
    assertThat(warning.remedy()).startsWith("raise it to 101 or more");
    Preflight.Findings findings = preflight(server, more);
    assertThat(findings.psMode()).isEqualTo(PsMode.DISABLE);
    assertThat(findings.warnings()).singleElement().asString().contains("1461", "as text");
  }

  @Test
  void statementsAsTextNeedNoRoom() {
    Facts server = Facts.ofServer().global("max_prepared_stmt_count", "0");
    Need text = new Need(10, 9, PsMode.DISABLE, Set.of(), Facts.tables(1, 10));
    assertThat(hard("prepared statements", server, text).severity()).isEqualTo(Severity.OK);
  }

  @Test
  void runIsRefusedForErrorsOnly() {
    Facts server = Facts.ofServer().global("max_connections", "5");
    assertThatThrownBy(() -> preflight(server, Facts.need(4, 1)))
        .isInstanceOf(TargetException.class)
        .hasMessageContaining("max_connections is 5: the run is refused; raise it");
  }

  @Test
  void whatIsNotToldIsANote() {
    Facts nothing =
        Facts.ofServer()
            .global("max_connections", null)
            .session("max_user_connections", null)
            .status("Prepared_stmt_count", null)
            .global("table_open_cache", null)
            .global("table_definition_cache", null)
            .global("open_files_limit", null)
            .global("thread_handling", null);
    assertThat(LimitChecks.hard(nothing.server(), Facts.need(1, 1)))
        .allSatisfy(LimitChecksTest::isUntold);
    assertThat(LimitChecks.soft(nothing.server(), Facts.need(1, 1)))
        .hasSize(4)
        .allSatisfy(LimitChecksTest::isUntold);
  }

  @Test
  void tableCacheHoldsATableForEachThreadOrIsSaidToBeSmall() {
    Need need = Facts.onTables(10, 20);
    assertThat(soft("table_open_cache", "200", need)).isEqualTo(Severity.OK);
    assertThat(soft("table_open_cache", "199", need)).isEqualTo(Severity.NOTE);
    assertThat(soft("table_open_cache", "20", need)).isEqualTo(Severity.NOTE);
    assertThat(soft("table_open_cache", "19", need)).isEqualTo(Severity.WARNING);
    assertThat(soft("table_definition_cache", "20", need)).isEqualTo(Severity.OK);
    assertThat(soft("table_definition_cache", "19", need)).isEqualTo(Severity.WARNING);
    assertThat(soft("open_files_limit", "132", need)).isEqualTo(Severity.OK);
    assertThat(soft("open_files_limit", "131", need)).isEqualTo(Severity.WARNING);
  }

  @Test
  void threadPoolIsSaid() {
    Facts pool = Facts.ofServer().global("thread_handling", "pool-of-threads");
    Finding finding =
        Facts.about("server's threads", LimitChecks.soft(pool.server(), Facts.need(1, 1)));
    assertThat(finding.severity()).isEqualTo(Severity.NOTE);
    Facts small = Facts.ofServer().global("thread_cache_size", "11");
    assertThat(
            Facts.about("server's threads", LimitChecks.soft(small.server(), Facts.need(9, 1)))
                .severity())
        .isEqualTo(Severity.OK);
    assertThat(
            Facts.about("server's threads", LimitChecks.soft(small.server(), Facts.need(10, 1)))
                .severity())
        .isEqualTo(Severity.NOTE);
  }

  private static void isUntold(Finding finding) {
    assertThat(finding.severity()).isEqualTo(Severity.NOTE);
    assertThat(finding.found()).startsWith("unknown: ");
  }

  private static Finding hard(String subject, Facts server, Need need) {
    return Facts.about(subject, LimitChecks.hard(server.server(), need));
  }

  private static Severity soft(String variable, String value, Need need) {
    Facts server = Facts.ofServer().global(variable, value);
    return Facts.about(variable, LimitChecks.soft(server.server(), need)).severity();
  }

  private static Preflight.Findings preflight(Facts server, Need need) throws TargetException {
    return Preflight.findings(LimitChecks.hard(server.server(), need), server.server(), need);
  }
}
