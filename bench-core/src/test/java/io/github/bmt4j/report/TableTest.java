package io.github.bmt4j.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {
  private static final List<Table.Column> COLUMNS =
      List.of(
          new Table.Column("name", -6, 0),
          new Table.Column("min", 5, 2),
          new Table.Column("mean", 5, 0),
          new Table.Column("max", 5, 1));
  private static final List<String> CELLS = List.of("a", "1", "22", "333");

  @Test
  void showsAllColumnsThatFit() {
    Table table = new Table(24, COLUMNS);

    assertThat(table.head()).isEqualTo("name     min  mean   max");
    assertThat(table.row(CELLS)).isEqualTo("a          1    22   333");
  }

  @Test
  void leavesOutTheLeastImportantColumnsFirst() {
    assertThat(new Table(23, COLUMNS).row(CELLS)).isEqualTo("a         22   333");
    assertThat(new Table(17, COLUMNS).row(CELLS)).isEqualTo("a         22");
  }

  @Test
  void keepsWhatMustNotBeLeftOutHoweverNarrow() {
    assertThat(new Table(1, COLUMNS).head()).isEqualTo("name    mean");
  }
}
