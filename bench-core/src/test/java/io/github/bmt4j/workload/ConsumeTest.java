package io.github.bmt4j.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is read of result sets of three rows each, by call. */
class ConsumeTest {
  private static final int ROWS = 3;

  @ParameterizedTest
  @CsvSource({
    "oltp_point_select, 1, 0",
    "oltp_read_only, 13, 1",
    "oltp_read_write, 13, 1",
    "oltp_write_only, 0, 0",
    "select_random_ranges, 0, 1",
  })
  void readsTheOneColumnOfEveryRow(String workload, int texts, int numbers) throws SQLException {
    for (Consume consume : List.of(Consume.ALL, Consume.FIRST_COLUMN)) {
      List<String> expected = new ArrayList<>(Collections.nCopies(texts * ROWS, "getString(1)"));
      expected.addAll(Collections.nCopies(numbers * ROWS, "getLong(1)"));
      assertThat(read(workload, consume)).containsExactlyInAnyOrderElementsOf(expected);
    }
  }

  @Test
  void readsAllColumnsOrTheFirst() throws SQLException {
    assertThat(read("select_random_points", Consume.ALL))
        .startsWith("getLong(1)", "getLong(2)", "getString(3)", "getString(4)")
        .hasSize(4 * ROWS);
    assertThat(read("select_random_points", Consume.FIRST_COLUMN))
        .containsExactly("getLong(1)", "getLong(1)", "getLong(1)");
  }

  @Test
  void readsWhatHeavyStatementsGive() throws SQLException {
    assertThat(read("local_storage", Consume.ALL))
        .containsExactly(
            "getLong(1)",
            "getString(2)",
            "getLong(1)",
            "getString(2)",
            "getLong(1)",
            "getString(2)");
    assertThat(read("local_storage", Consume.FIRST_COLUMN))
        .containsExactly("getLong(1)", "getLong(1)", "getLong(1)");
  }

  @ParameterizedTest
  @CsvSource({"oltp_read_write", "select_random_points", "local_storage"})
  void readsNothingByDefault(String workload) throws SQLException {
    assertThat(read(workload, Consume.NONE)).isEmpty();
  }

  @Test
  void everyWordHasItsMeaning() {
    for (Consume consume : Consume.values()) {
      assertThat(Consume.of(consume.word())).contains(consume);
    }
    assertThat(Consume.of("some")).isEmpty();
  }

  /** What the first transaction of a workload reads. */
  private static List<String> read(String name, Consume consume) throws SQLException {
    Workload workload = Catalogue.byName(name);
    Params params = Params.resolve(workload.info(), Map.of());
    StatementCounts counts = new StatementCounts();
    RecordedConnection recorded = new RecordedConnection(counts);
    recorded.answerRows(ROWS);
    Session session =
        workload.newSession(new SessionContext(params, 0, 1, 1, consume, Stopwatch.OFF));
    session.attach(recorded.connection());
    session.next();
    session.execute(counts);
    session.detach();
    assertThat(recorded.open()).isZero();
    return recorded.read();
  }
}
