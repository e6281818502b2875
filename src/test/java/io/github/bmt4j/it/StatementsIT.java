package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.github.bmt4j.experiment.BusyMachine;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.heavy.StatementEvidence;
import io.github.bmt4j.heavy.StatementResult;
import io.github.bmt4j.heavy.StatementResult.Execution;
import io.github.bmt4j.heavy.StatementResult.Figures;
import io.github.bmt4j.heavy.StatementResult.Variant;
import io.github.bmt4j.server.ItServers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
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
    StatementResult result = result(run);
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

  /** Of one query: {@code StatisticsIT} compares those of all, on MySQL too. */
  @Tag("extended")
  @Test
  void answersOfStatisticsAreThoseThatWereComputed() {
    Database database = Servers.EMBEDDED.database();
    String[] words = {
      "run", "statistics", "--table-size=31000", "--repeat=1", "--query=line_averages"
    };
    Ended run = database.command().run(words);
    StatementResult result = result(run);
    BusyMachine.atMost(result.verdict().reasons(), "%s", run.out());
    List<Execution> executions =
        result.timings().stream().flatMap(timing -> timing.executions().stream()).toList();
    assertThat(executions).hasSizeGreaterThanOrEqualTo(3);
    assertThat(executions).extracting(Execution::answer).containsOnly(Execution.EQUAL);
    assertThat(run.out()).contains("in 2 pieces / whole");
    database.execute("UPDATE order_line1 SET ol_amount = ol_amount + 1 LIMIT 100");
    Ended wrong = database.command().run(words).exits(1);
    assertThat(wrong.out()).contains("INVALID", "gave a wrong answer");
    database.command().run("cleanup", "statistics", "--table-size=31000").exits(0);
    assertThat(database.rows("SHOW TABLES")).isEmpty();
  }

  @Tag("extended")
  @Test
  void aLoadRunsBesideThem() {
    Ended run =
        Bmt.command()
            .run(
                Servers.EMBEDDED.started(
                    "run",
                    "local_storage",
                    "--table-size=50000",
                    "--query=sort",
                    "--repeat=1",
                    "--while=oltp_read_write",
                    "--while-threads=2",
                    "--while-table-size=500",
                    "--alone=500ms"));
    StatementResult result = result(run.measured());
    assertThat(result.oltp()).hasSize(2);
    assertThat(result.scenario().beside()).isNotNull();
    assertThat(result.scenario().beside().load().parameters()).containsEntry("table-size", 500L);
    assertThat(result.figures())
        .filteredOn(figures -> figures.way().beside())
        .extracting(figures -> figures.way().state())
        .containsExactly(Variant.FIRST, Variant.WARM);
    assertThat(run.out()).contains("alone, before the statements", "during sort, whole, 1 conn");
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
    StatementResult result = result(run);
    assertThat(result.spills())
        .containsExactly(new StatementResult.Spill("sort", 50_000L, 300_000L, List.of()));
  }

  @Tag("extended")
  @Test
  void ctrlCEndsTheStatementAndKeepsWhatWasTimed() throws IOException {
    ItServers.ctrlC();
    try (Running run =
        Bmt.command()
            .start(
                Servers.EMBEDDED.started(
                    "run",
                    "local_storage",
                    "--table-size=200000",
                    "--repeat=1000",
                    "--cold=off"))) {
      run.awaitOutput("  sort +whole +1/1 +warm .*");
      run.signal("INT");
      Ended ended = run.await(Duration.ofSeconds(30)).exits(130);
      StatementResult result = result(ended);
      assertThat(result.verdict().reasons()).contains("interrupted before its end");
      assertThat(result.timings()).isNotEmpty();
      assertThat(result.timings().get(0).executions().get(0).ending().done()).isTrue();
      assertThat(ended.out()).contains("INVALID");
    }
  }

  private static StatementResult result(Ended ended) {
    try {
      return ResultJson.read(Ended.text(ended.run().resolve("result.json")), StatementResult.class);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
