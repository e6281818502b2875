package io.github.bmt4j.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ColumnsTest {
  private static final List<String> ROW = List.of("a", "1", "22", "333");

  private static Columns<List<String>> table(int room) {
    return new Columns<List<String>>(room)
        .column("name", -6, 0, row -> row.get(0))
        .column("min", 5, 2, row -> row.get(1))
        .column("mean", 5, 0, row -> row.get(2))
        .column("max", 5, 1, row -> row.get(3));
  }

  @Test
  void showsAllColumnsThatFit() {
    assertThat(table(24).head()).isEqualTo("name     min  mean   max");
    assertThat(table(24).row(ROW)).isEqualTo("a          1    22   333");
  }

  @Test
  void leavesOutTheLeastImportantColumnsFirstAndNamesThem() {
    assertThat(table(23).row(ROW)).isEqualTo("a         22   333");
    assertThat(table(23).head())
        .isEqualTo("  left out  min: the whole table is 24 characters wide\nname    mean   max");
    assertThat(table(17).row(ROW)).isEqualTo("a         22");
    assertThat(table(17).head())
        .startsWith("  left out  min, max: the whole table is 24 characters wide\n");
  }

  @Test
  void keepsWhatMustNotBeLeftOutHoweverNarrow() {
    assertThat(table(1).head()).endsWith("\nname    mean");
  }

  @Test
  void makesColumnsNarrowerBeforeItLeavesOneOut() {
    assertThat(table(23).text(List.of(ROW)))
        .isEqualTo("name  min  mean  max\na       1    22  333\n");
    assertThat(table(19).text(List.of(ROW))).isEqualTo("name min mean max\na      1   22 333\n");
    assertThat(table(16).text(List.of(ROW)))
        .isEqualTo(
            """
            name  mean  max
            a       22  333
              left out  min: the whole table is 17 characters wide
            """);
  }

  @Test
  void columnsGrowWithTheirCells() {
    assertThat(table(99).text(List.of(List.of("a long name", "1", "2", "1,000,000"))))
        .isEqualTo("name          min  mean       max\na long name     1     2 1,000,000\n");
  }

  @Test
  void columnsOfOneRankAreLeftOutTogether() {
    Columns<String> table =
        new Columns<String>(12)
            .column("name", -4, 0, row -> row)
            .column("first", 5, 1, row -> "1")
            .column("other", 5, 1, row -> "2");

    assertThat(table.head())
        .isEqualTo("  left out  first, other: the whole table is 16 characters wide\nname");
  }

  @Test
  void aNameThatIsTooLongHasALineOfItsOwn() {
    Columns<String> table =
        new Columns<String>(48)
            .column("", -1, 0, row -> row)
            .column("score", 8, 0, row -> "1.5")
            .column("unit", -4, 0, row -> "us/op");

    assertThat(table.text(List.of("Benchmark.method parameter=of 36 cols", "short")))
        .isEqualTo(
            """
                                            score  unit
            Benchmark.method parameter=of 36 cols
                                              1.5  us/op
            short                             1.5  us/op
            """);
  }

  @Test
  void titlesOfSeveralLinesEndAboveTheCells() {
    Columns<String> table =
        new Columns<String>(80)
            .column("name", -5, 0, row -> row)
            .column("before\nok/s", 7, 0, row -> "1")
            .column("share", 6, 0, row -> "2");

    assertThat(table.text(List.of("a")))
        .isEqualTo("       before\nname     ok/s  share\na           1      2\n");
  }
}
