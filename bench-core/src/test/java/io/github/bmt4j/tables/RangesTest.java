package io.github.bmt4j.tables;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.workload.Table;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RangesTest {
  @ParameterizedTest
  @ValueSource(longs = {1, 19_999, 100_000, 200_001, 1_234_567})
  void coverEveryNumberOnceWhateverTheThreads(long rows) {
    for (int threads = 1; threads <= 16; threads++) {
      List<Filler.Range> ranges = Filler.Range.of(List.of(table("t", rows)), threads, false);
      long next = 1;
      for (Filler.Range range :
          ranges.stream().sorted(Comparator.comparing(r -> r.numbers().from())).toList()) {
        assertThat(range.numbers().from()).isEqualTo(next);
        assertThat(range.numbers().count()).isPositive();
        assertThat((next - 1) % 20_000).isZero();
        next = range.numbers().to() + 1;
      }
      assertThat(next).isEqualTo(rows + 1);
      assertThat(ranges).hasSizeLessThanOrEqualTo(threads);
    }
  }

  @Test
  void anEmptyTableHasNone() {
    assertThat(Filler.Range.of(List.of(table("t", 0)), 4, false)).isEmpty();
  }

  @Test
  void threadsBeginInDifferentTables() {
    List<Table> tables = List.of(table("a", 400_000), table("b", 400_000));
    assertThat(Filler.Range.of(tables, 4, false))
        .extracting(range -> range.table().name())
        .startsWith("a", "b", "a", "b")
        .hasSize(8);
  }

  private static Table table(String name, long rows) {
    return new Table(
        name,
        "CREATE TABLE " + name + " (id INT PRIMARY KEY)",
        List.of(),
        rows,
        "id",
        "INSERT INTO " + name + " VALUES",
        () -> (sql, number) -> sql.append('(').append(number).append(')'));
  }
}
