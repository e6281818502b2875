package io.github.bmt4j.tables;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.tables.TableState.Kind;
import io.github.bmt4j.workload.Table;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Deviations of tables with ids and one secondary index. */
class FoundTablesTest {
  private static final int INDEXES = 2;

  @Test
  void tablesAsBmtMakesThemDeviateInNothing() {
    assertThat(deviations(facts(20_000, 20_000L, INDEXES))).isEmpty();
  }

  @Test
  void idsThatLackAndIdsThatAreNotUsedAreShares() {
    assertThat(deviations(facts(10_000, 20_000L, INDEXES)))
        .isEqualTo(Map.of("sbtest1, ids missing, %", 50.0));
    assertThat(deviations(facts(20_000, 30_000L, INDEXES)))
        .isEqualTo(Map.of("sbtest1, ids beyond those used, %", 50.0));
    assertThat(deviations(facts(19_999, null, INDEXES)))
        .isEqualTo(Map.of("sbtest1, ids missing, %", 0.01));
  }

  @Test
  void anIndexThatLacksIsADeviation() {
    assertThat(deviations(facts(20_000, 20_000L, INDEXES - 1)))
        .isEqualTo(Map.of("sbtest1, indexes missing", 1.0));
  }

  @Test
  void tablesOfSeveralEndpointsAreNamed() {
    FoundTables first = FoundTables.of(List.of("w"), List.of(facts(15_000, 20_000L, INDEXES)));

    FoundTables all = FoundTables.NONE.plus(first, "endpoint 1: ").plus(first, "endpoint 2: ");
    assertThat(all.warnings()).containsExactly("endpoint 1: w", "endpoint 2: w");
    assertThat(all.deviations())
        .isEqualTo(
            Map.of(
                "endpoint 1: sbtest1, ids missing, %", 25.0,
                "endpoint 2: sbtest1, ids missing, %", 25.0));
    assertThat(all.compared(List.of())).isNull();
  }

  private static Map<String, Double> deviations(TableFacts facts) {
    return FoundTables.of(List.of(), List.of(facts)).deviations();
  }

  private static TableFacts facts(long found, @Nullable Long greatest, int indexes) {
    Table table =
        new Table(
            "sbtest1",
            "CREATE TABLE sbtest1 (id INT PRIMARY KEY, k INT)",
            List.of("CREATE INDEX k_1 ON sbtest1 (k)"),
            20_000,
            "id",
            "INSERT INTO sbtest1 VALUES ",
            () -> (row, target) -> {});
    return new TableFacts(
        new TableState(table, Kind.THERE, "", indexes, 0),
        1L,
        greatest,
        20_000,
        found,
        null,
        null,
        "");
  }
}
