package io.github.bmt4j.tables;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.workload.Table;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoadMarkTest {
  @Test
  void theSameLoadHasTheSameMark() {
    String mark = LoadMark.of(table("INT", 1000, 1));
    assertThat(LoadMark.of(table("INT", 1000, 1))).isEqualTo(mark);
    assertThat(LoadMark.isOne(mark)).isTrue();
    assertThat(mark).startsWith("bmt4j is loading 1000 rows, ").hasSizeLessThan(60);
  }

  @Test
  void anotherSizeDefinitionOrSeedHasAnother() {
    String mark = LoadMark.of(table("INT", 1000, 1));
    assertThat(LoadMark.of(table("INT", 1001, 1))).isNotEqualTo(mark);
    assertThat(LoadMark.of(table("BIGINT", 1000, 1))).isNotEqualTo(mark);
    assertThat(LoadMark.of(table("INT", 1000, 2))).isNotEqualTo(mark);
  }

  @Test
  void foreignKeysShow() {
    Table table = table("INT", 10, 1);
    Table linked =
        Made.like(table)
            .set(
                "membership",
                new Table.Membership(
                    "",
                    List.of("ALTER TABLE t ADD CONSTRAINT f FOREIGN KEY (id) REFERENCES p (id)"),
                    Table.Presence.EXACT))
            .record();
    assertThat(LoadMark.of(linked)).isNotEqualTo(LoadMark.of(table));
  }

  @Test
  void aChangeOfEveryHundredthRowShows() {
    assertThat(LoadMark.of(table("INT", 6301, 1, 100)))
        .isNotEqualTo(LoadMark.of(table("INT", 6301, 2, 100)));
  }

  @Test
  void tablesOfAFewRowsAndOfNoneHaveMarks() {
    assertThat(LoadMark.of(table("INT", 1, 1))).startsWith("bmt4j is loading 1 rows, ");
    assertThat(LoadMark.of(table("INT", 0, 1))).startsWith("bmt4j is loading 0 rows, ");
  }

  private static Table table(String type, long rows, int seed) {
    return table(type, rows, seed, 1);
  }

  /** The seed shows in the rows whose number, less one, can be divided by {@code every}. */
  private static Table table(String type, long rows, int seed, int every) {
    return new Table(
        "t",
        "CREATE TABLE t (id " + type + " PRIMARY KEY)",
        List.of(),
        rows,
        "id",
        "INSERT INTO t VALUES",
        () ->
            (sql, number) -> {
              assertThat(number).isBetween(1L, rows);
              sql.append('(').append((number - 1) % every == 0 ? number * seed : number);
              sql.append(')');
            });
  }
}
