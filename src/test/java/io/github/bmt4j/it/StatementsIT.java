package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.heavy.StatementEvidence;
import io.github.bmt4j.heavy.StatementResult;
import io.github.bmt4j.heavy.StatementResult.Figures;
import io.github.bmt4j.heavy.StatementResult.Variant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code bmt run} of heavy statements, timed one by one. */
class StatementsIT {
  @ParameterizedTest
  @EnumSource(
      value = Servers.class,
      names = {"EMBEDDED", "CONTAINER"})
  void timesTheQueriesOfLocalStorage(Servers server) {
    Ended run =
        Bmt.command()
            .run(server.started("run", "local_storage", "--table-size=20000", "--repeat=1"))
            .measured();
    StatementResult result = run.result(StatementResult.class);
    assertThat(result.verdict().status())
        .isEqualTo(run.code() == 0 ? Status.VALID : Status.INVALID);
    assertThat(result.figures())
        .filteredOn(figures -> figures.way().state().equals(Variant.WARM))
        .extracting(figures -> figures.way().statement())
        .containsExactly("sort", "group", "temp_table");
    assertThat(result.figures())
        .filteredOn(figures -> !figures.way().state().equals(Variant.WARM))
        .extracting(figures -> figures.way().state())
        .containsOnly(server == Servers.CONTAINER ? Variant.FIRST : Variant.COLD)
        .hasSize(3);
    assertThat(result.figures()).allMatch(figures -> figures.done() == figures.runs());
    assertThat(result.figures()).extracting(Figures::rows).contains(20_000L).doesNotContainNull();
    assertThat(result.figures())
        .filteredOn(figures -> figures.way().statement().equals("temp_table"))
        .extracting(Figures::place)
        .containsOnly(StatementEvidence.TABLESPACE);
    assertThat(run.out()).contains("times in ms", "sort", "in the temporary tablespace");
  }

  @Test
  void theLadderFindsWhereAServerBeginsToSpill() {
    Ended run =
        Bmt.command()
            .run(
                Servers.EMBEDDED.started(
                    "run",
                    "local_storage",
                    "--query=sort",
                    "--ladder=50000,300000",
                    "--server-option=sort_buffer_size=2M"))
            .measured();
    assertThat(run.out())
        .contains("begins to spill between 50,000 rows (in memory) and 300,000 rows (spilled)");
    StatementResult result = run.result(StatementResult.class);
    assertThat(result.spills())
        .containsExactly(new StatementResult.Spill("sort", 50_000L, 300_000L, List.of()));
  }
}
