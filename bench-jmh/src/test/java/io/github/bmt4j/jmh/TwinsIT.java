package io.github.bmt4j.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.DriverSettings;
import io.github.bmt4j.jmh.fork.TrialServer;
import io.github.bmt4j.jmh.twin.PointSelect;
import io.github.bmt4j.jmh.twin.RowTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Twins with the newest drivers, on a server that makes its own certificate, as those of users do;
 * and what does not depend on the driver.
 */
class TwinsIT extends Twins {
  TwinsIT() {
    super(TestServers.NEWEST_DRIVERS, List.of());
  }

  @Test
  void leavesATableAloneThatIsNotOurs() throws Exception {
    servers.execute("CREATE TABLE bmt_jmh_points (mine INT)");
    TrialServer server = servers.open(TestServers.STRAIGHT, TrialServer.BUNDLED);
    try {
      assertThatThrownBy(() -> Trial.open(StatementBenchmark.class, server))
          .isInstanceOf(BadInputException.class)
          .hasMessage(
              "the database has a table bmt_jmh_points that is not ours (columns mine int): rename"
                  + " it, or give another database");
      assertThat(servers.tables()).containsExactly("bmt_jmh_points");
    } finally {
      servers.execute("DROP TABLE bmt_jmh_points");
      server.close();
    }
  }

  @Test
  void beginsAgainWithATableThatAnEndedTrialHasLeft() throws Exception {
    TrialServer server = servers.open(TestServers.STRAIGHT, TrialServer.BUNDLED);
    try (Connection connection = server.connect(DriverSettings.PLAIN)) {
      RowTable.POINTS.create(connection);
      RowTable.POINTS.fill(connection, 3);
      try (Trial trial = Trial.open(StatementBenchmark.class, server)) {
        assertThat(Proofs.contents(connection, RowTable.POINTS)).startsWith("10000 rows");
        assertThat(trial.checked()).hasSize(3);
      }
    } finally {
      server.close();
    }
  }

  @Test
  void aTwinThatIsNotWhatItIsCalledDoesNotPass() throws Exception {
    TrialServer server = servers.open(TestServers.STRAIGHT, TrialServer.BUNDLED);
    StatementBenchmark.Select impostor =
        new StatementBenchmark.ServerPrepared() {
          @Override
          PointSelect select(Connection opened) throws SQLException {
            return PointSelect.text(opened);
          }
        };
    try (Trial trial = Trial.open(StatementBenchmark.class, server)) {
      impostor.open(trial.server(), 0);
      assertThatThrownBy(() -> Proofs.once(impostor))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("is not what it is called: the server counts Com_stmt_execute 0, not 4");
    } finally {
      impostor.close();
      server.close();
    }
  }

  /**
   * JMH opens and ends states in the order that they need; here in this JVM, for it to be quick.
   */
  @Test
  void jmhRunsThem() throws Exception {
    Collection<RunResult> results =
        new Runner(
                new OptionsBuilder()
                    .include("jmh\\.(StatementBenchmark|InsertBenchmark)\\.(text|batch)$")
                    .param("url", TestServers.STRAIGHT)
                    .param("driver", "mariadb:3.5.11")
                    .forks(0)
                    .threads(2)
                    .warmupIterations(0)
                    .measurementIterations(2)
                    .measurementTime(TimeValue.milliseconds(50))
                    .shouldFailOnError(true)
                    .verbosity(VerboseMode.SILENT)
                    .build())
            .run();
    List<String> names = new ArrayList<>();
    results.forEach(result -> names.add(result.getPrimaryResult().getLabel()));
    assertThat(names).containsExactlyInAnyOrder("text", "batch");
  }
}
