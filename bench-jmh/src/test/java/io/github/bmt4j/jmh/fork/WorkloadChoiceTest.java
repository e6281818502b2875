package io.github.bmt4j.jmh.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.DriverSettings;
import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.SessionContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkloadChoiceTest {
  private static final DriverSettings PREPARED = DriverSettings.PLAIN.withServerPrepared();

  @TempDir Path folder;

  @Test
  void allStandsForTheCatalogue() {
    assertThat(WorkloadChoice.names(List.of("tpcc", "all")))
        .startsWith("tpcc")
        .contains("oltp_read_only")
        .doesNotHaveDuplicates();
  }

  @Test
  void optionsAreThoseOfTheWorkload() {
    WorkloadChoice choice = WorkloadChoice.of("tpcc", "scale=3 --mode=sysbench enable-purge=on");

    assertThat(choice.params().number("scale")).isEqualTo(3);
    assertThat(choice.params().text("mode")).isEqualTo("sysbench");
    assertThat(choice.workload().kinds(choice.params())).contains("new-order", "purge");
  }

  @ParameterizedTest
  @CsvSource({
    "mode=sysbench, default, false",
    "mode=sysbench, auto, true",
    "mode=spec, default, true",
    "mode=spec, disable, false",
  })
  void statementsGoAsTheWorkloadHasThemUnlessTheUserSays(
      String options, String psMode, boolean prepared) {
    assertThat(WorkloadChoice.of("tpcc", options).settings(psMode))
        .isEqualTo(prepared ? PREPARED : DriverSettings.PLAIN);
  }

  @Test
  void filesHaveWeightsVariablesAndOptions() throws IOException {
    Path pay = Files.writeString(folder.resolve("pay.sql"), "SELECT :n, :m;");
    Path look = Files.writeString(folder.resolve("look.sql"), "SELECT :n;");

    WorkloadChoice choice =
        WorkloadChoice.of(pay + "@3 " + look, "n=7 -Dm=x rand-seed=5 transaction=file");

    assertThat(choice.workload().kinds(choice.params()))
        .containsExactly(pay.toString(), look.toString());
    assertThat(choice.params().number("rand-seed")).isEqualTo(5);
    assertThat(choice.settings(WorkloadChoice.OWN_PS_MODE)).isEqualTo(PREPARED);
    Session session = choice.workload().newSession(new SessionContext(choice.params(), 0, 1, 5));
    long payments =
        IntStream.range(0, 4000).peek(i -> session.next()).filter(i -> session.kind() == 0).count();
    assertThat(payments).as("three quarters").isBetween(2860L, 3140L);
    assertThatThrownBy(() -> WorkloadChoice.of(pay + "@3 " + look, "n=7"))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("pay.sql:1:12: :m is not defined here");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tpcc | pacing=spec | options=pacing=spec: JMH knows no terminals: run it by bmt run, or"
            + " without pacing",
        "tpcc | scale | -p options=scale: give name=value with spaces between, such as"
            + " 'table-size=100000 tables=4'",
      })
  void whatJmhCannotRunIsRefused(String workload, String options, String message) {
    assertThatThrownBy(() -> WorkloadChoice.of(workload, options))
        .isInstanceOf(BadInputException.class)
        .hasMessage(message);
  }
}
