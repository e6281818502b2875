package io.github.bmt4j.heavy;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.experiment.Context;
import io.github.bmt4j.heavy.StatementScenario.Form;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.sampling.PartSeries;
import io.github.bmt4j.sampling.ServerScenario;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.workload.HeavyStatement;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BatchIT {
  private final List<String> seen = Collections.synchronizedList(new ArrayList<>());
  private final CountDownLatch edges = new CountDownLatch(2);

  /** Opening connections and looking at counters come before, tidying up comes after. */
  @Test
  void itsEdgesAreTheBeginAndTheEndOfTheStatements() throws Exception {
    HeavyStatement statement = new Seen();
    try (Server lab = Trial.open(ItServers::embedded)) {
      Connector connector = new Connector(lab.target(), PsMode.DISABLE, 0);
      try (Connection watching = connector.connect()) {
        Context context = new Context(Clock.SYSTEM, Progress.SILENT, new StopSignal(), () -> {});
        Batch batch =
            new Batch(
                connector,
                ServerProduct.read(watching),
                new Trial().scenario(List.of(statement)),
                context,
                new PartSeries(new ServerScenario(true, null, null), context));
        List<Batch.Performed> performed =
            batch.run("", statement, Form.WHOLE, 1, () -> edge(watching));

        assertThat(performed).hasSize(1).allMatch(one -> one.execution().ending().done());
        assertThat(seen)
            .containsExactly(
                "edge with 2 connections", "statement", "edge with 2 connections", "tidied up");
      }
    }
  }

  /** Counts connections that were opened after this one. */
  private void edge(Connection watching) {
    try {
      String connections =
          Sql.text(
              watching,
              "SELECT COUNT(*) FROM information_schema.processlist WHERE id > CONNECTION_ID()");
      seen.add("edge with " + connections + " connections");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    edges.countDown();
  }

  /** Is tidied up after the second edge; without one, after 20 s. */
  private final class Seen implements HeavyStatement {
    @Override
    public String name() {
      return "seen";
    }

    @Override
    public Kind kind() {
      return Kind.QUERY;
    }

    @Override
    public String sql(ServerProduct server) {
      seen.add("statement");
      return "SELECT 1";
    }

    @Override
    public long rows() {
      return 1;
    }

    @Override
    public Optional<String> afterwards() {
      try {
        assertThat(edges.await(20, TimeUnit.SECONDS)).isTrue();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      seen.add("tidied up");
      return Optional.empty();
    }
  }
}
