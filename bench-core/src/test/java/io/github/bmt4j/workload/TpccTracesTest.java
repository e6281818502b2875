package io.github.bmt4j.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.workload.tpcc.TpccWorkload;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Where new orders are looked for. */
class TpccTracesTest {
  private static final TpccWorkload TPCC = new TpccWorkload();

  private final RecordedConnection recorded = new RecordedConnection(new StatementCounts());
  private final WriteTraces traces =
      TPCC.writeTraces(Params.resolve(TPCC.info(), Map.of("tables", "2"))).orElseThrow();

  @Test
  void ordersAreFoundFromTheNextOneOfEachDistrictOn() throws SQLException {
    recorded.answerRows(1);
    String mark = traces.mark(recorded.connection());

    assertThat(mark).isEqualTo("1,1,1,1 2,1,1,1");
    assertThat(traces.since(recorded.connection(), mark))
        .isEqualTo(
            Map.of(
                "set 1, w 1, d 1, o 1",
                "c 1, 1 lines, local 1",
                "set 2, w 1, d 1, o 1",
                "c 1, 1 lines, local 1"));
  }

  @Test
  void districtsThatAreNotThereAreAnErrorInWords() {
    assertThatThrownBy(() -> traces.mark(recorded.connection()))
        .isInstanceOf(SQLException.class)
        .hasMessage("no rows in district1: is its load unfinished?");
  }
}
