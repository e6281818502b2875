package io.github.bmt4j.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.preflight.Doctor.Severity;
import io.github.bmt4j.preflight.TableChecks.Lacking;
import io.github.bmt4j.tables.TableFacts;
import io.github.bmt4j.tables.TableState;
import io.github.bmt4j.tables.TableState.Kind;
import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Table;
import io.github.bmt4j.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tables with and without holes. */
class TableChecksTest {
  private static final Table TABLE = Facts.tables(1, 1000).get(0);

  @Test
  void wholeTableIsWell() {
    assertThat(one(ids(1000, 1000, 2)).severity()).isEqualTo(Severity.OK);
  }

  @Test
  void missingIdsAreAWarningAndAnErrorWhereRunRefuses() {
    CheckFinding one = one(ids(1000, 999, 2));
    assertThat(one.severity()).isEqualTo(Severity.WARNING);
    assertThat(one.found()).startsWith("lacks 1 of the ids 1 to 1,000 (0.1 %)");
    assertThat(one(ids(1000, 500, 2)).severity()).isEqualTo(Severity.WARNING);
    assertThat(one(ids(1000, 499, 2)).severity()).isEqualTo(Severity.ERROR);
  }

  @Test
  void sampleIsSaidToBeOneAndIsNeverAnError() {
    CheckFinding sampled = one(ids(300, 100, 2));
    assertThat(sampled.severity()).isEqualTo(Severity.WARNING);
    assertThat(sampled.found())
        .startsWith("lacks 200 of the ids 1 to 1,000 in a sample of 300 (66.7 %)");
  }

  @Test
  void moreThanTwiceTheRowsAreAWarning() {
    TableState state = new TableState(TABLE, Kind.THERE, "", 2, 0);
    assertThat(one(new TableFacts(state, 1L, 2000L, 1000, 1000, null, 1L, "")).severity())
        .isEqualTo(Severity.OK);
    CheckFinding larger = one(new TableFacts(state, 1L, 2001L, 1000, 1000, null, 1L, ""));
    assertThat(larger.severity()).isEqualTo(Severity.WARNING);
    assertThat(larger.line()).contains("has ids up to 2,001", "1 to 1,000", "--table-size");
    assertThat(one(new TableFacts(state, 1L, 2001L, 1000, 999, null, 1L, "")).found())
        .startsWith("lacks 1 of the ids 1 to 1,000");
  }

  @Test
  void moreRowsSayNothingWhereRunsOnlyInsert() {
    Workload insert = Catalogue.byName("oltp_insert");
    Params params = Params.resolve(insert.info(), Map.of("table-size", "1000"));
    TableState state = new TableState(insert.tables(params, 1).get(0), Kind.THERE, "", 2, 0);
    assertThat(one(new TableFacts(state, 1L, 9000L, 1000, 1000, null, 1L, "")).severity())
        .isEqualTo(Severity.OK);
  }

  @Test
  void missingIndexIsAWarning() {
    assertThat(one(ids(1000, 1000, 1)).found()).startsWith("lacks an index");
  }

  /** {@code cleanup} drops no table with a comment that is not bmt's. */
  @Test
  void cleanupIsAdvisedWhereItWouldDropTheTable() {
    String remedy = "run bmt cleanup and bmt prepare";
    assertThat(noted("")).endsWith("instead; " + remedy);
    assertThat(noted("mine")).endsWith("; remove its comment, if bmt made it, and " + remedy);
  }

  private static String noted(String comment) {
    return one(facts(Kind.THERE, comment, 1)).line();
  }

  @Test
  void missingTablesAreANoteAndWhatCannotBeReadToo() {
    CheckFinding missing = one(facts(Kind.MISSING, "", 0));
    assertThat(missing.severity()).isEqualTo(Severity.NOTE);
    assertThat(missing.line()).contains("sbtest1 is missing", "1,000 rows");
    assertThat(
            one(TableFacts.unknown(new TableState(TABLE, Kind.THERE, "", 2, 0), "SELECT denied"))
                .found())
        .isEqualTo("unknown: SELECT denied");
  }

  @Test
  void unfinishedTableIsANoteAndOneOfOtherRowsAnError() {
    CheckFinding unfinished = one(facts(Kind.UNFINISHED, "bmt4j is loading", 1));
    assertThat(unfinished.severity()).isEqualTo(Severity.NOTE);
    assertThat(unfinished.line()).contains("sbtest1 is unfinished", "run finishes it first");
    CheckFinding other = one(facts(Kind.UNFINISHED_OTHERWISE, "bmt4j is loading 7 rows", 1));
    assertThat(other.severity()).isEqualTo(Severity.ERROR);
    assertThat(other.line())
        .contains("was to have other rows (bmt4j is loading 7 rows)", "bmt cleanup");
  }

  @Test
  void tablesThatAnotherEndpointLacksAreNotMadeThere() {
    for (Kind kind : List.of(Kind.MISSING, Kind.UNFINISHED)) {
      List<TableFacts> lacking = List.of(facts(kind, "", 0));
      assertThat(TableChecks.check(lacking, Lacking.AWAITED))
          .singleElement()
          .satisfies(finding -> assertThat(finding.severity()).isEqualTo(Severity.WARNING))
          .satisfies(finding -> assertThat(finding.line()).contains("within 30 s"));
      assertThat(TableChecks.check(lacking, Lacking.REFUSED))
          .singleElement()
          .satisfies(finding -> assertThat(finding.severity()).isEqualTo(Severity.ERROR));
    }
  }

  @Test
  void manyTablesAreOneLine() {
    List<TableFacts> facts = new ArrayList<>();
    for (Table table : Facts.tables(250, 10)) {
      facts.add(TableFacts.uncounted(new TableState(table, Kind.MISSING, "", 0, 0), null));
    }
    assertThat(one(facts).found()).isEqualTo("sbtest1 to sbtest250 (250) are missing");
    assertThat(TableChecks.bytes(facts)).isBetween(250 * 10 * 150L, 250 * 10 * 250L);
  }

  @Test
  void tablesOfASetAreJudgedByWhatRunsMayDoToThem() {
    assertThat(one(member("stock1", 100_000)).severity()).isEqualTo(Severity.OK);
    CheckFinding fewer = one(member("stock1", 99_999));
    assertThat(fewer.severity()).isEqualTo(Severity.ERROR);
    assertThat(fewer.line())
        .contains("99,999 rows, but --scale would give 100,000", "use the --scale");
    assertThat(one(member("stock1", 100_001)).severity()).isEqualTo(Severity.ERROR);
    assertThat(one(member("orders1", 30_001)).severity()).isEqualTo(Severity.OK);
    assertThat(one(member("orders1", 29_999)).severity()).isEqualTo(Severity.WARNING);
    assertThat(one(member("orders1", 14_999)).severity()).isEqualTo(Severity.ERROR);
    assertThat(one(member("new_orders1", 0)).severity()).isEqualTo(Severity.OK);
    TableState big = new TableState(tpcc("stock1"), Kind.THERE, "", 9, 9);
    assertThat(one(TableFacts.uncounted(big, 1L)).found())
        .isEqualTo("stock1: present, with all indexes; rows of large tables were not counted");
  }

  @Test
  void aTableWithoutAKeyLacksNoneAndForeignKeysAreMissed() {
    Table history = tpcc("history1");
    assertThat(new TableState(history, Kind.THERE, "", 2, 2).indexed()).isTrue();
    assertThat(new TableState(history, Kind.THERE, "", 1, 2).indexed()).isFalse();
    TableState unlinked = new TableState(history, Kind.THERE, "", 2, 1);
    CheckFinding lacking = one(new TableFacts(unlinked, null, null, 0, 0, history.rows(), 1L, ""));
    assertThat(lacking.severity()).isEqualTo(Severity.WARNING);
    assertThat(lacking.line())
        .contains("lacks a foreign key", "checks and locks less", "--use-fk=off");
  }

  @Test
  void aSetOfWhichOnlySomeTablesAreThereIsAnError() {
    List<TableFacts> facts =
        List.of(
            member("orders1", 30_000),
            TableFacts.uncounted(new TableState(tpcc("stock1"), Kind.MISSING, "", 0, 0), null));
    assertThat(TableChecks.check(facts, Lacking.MADE))
        .filteredOn(finding -> finding.severity() == Severity.ERROR)
        .singleElement()
        .extracting(CheckFinding::found)
        .asString()
        .contains("present: orders1; missing: stock1");
    TableState unfinished = new TableState(tpcc("stock1"), Kind.UNFINISHED, "", 0, 0);
    assertThat(
            TableChecks.check(
                List.of(facts.get(0), TableFacts.uncounted(unfinished, null)), Lacking.MADE))
        .noneMatch(finding -> finding.severity() == Severity.ERROR);
  }

  private static TableFacts member(String name, long rows) {
    Table table = tpcc(name);
    return new TableFacts(
        new TableState(table, Kind.THERE, "", 9, 9), null, null, 0, 0, rows, 1L, "");
  }

  private static Table tpcc(String name) {
    return Facts.tpcc().stream()
        .filter(table -> table.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static TableFacts ids(long lookedFor, long found, int indexes) {
    return new TableFacts(
        new TableState(TABLE, Kind.THERE, "", indexes, 0),
        1L,
        1000L,
        lookedFor,
        found,
        null,
        1L,
        "");
  }

  private static TableFacts facts(Kind kind, String comment, int indexes) {
    return TableFacts.uncounted(new TableState(TABLE, kind, comment, indexes, 0), null);
  }

  private static CheckFinding one(TableFacts facts) {
    return one(List.of(facts));
  }

  private static CheckFinding one(List<TableFacts> facts) {
    List<CheckFinding> findings = TableChecks.check(facts, Lacking.MADE);
    assertThat(findings).hasSize(1);
    return findings.get(0);
  }
}
