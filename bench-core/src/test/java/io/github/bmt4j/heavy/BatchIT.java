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
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class BatchIT {
  private static final String OTHERS =
      "SELECT COUNT(*) FROM information_schema.processlist WHERE user <> 'system user' AND db IS"
          + " NOT NULL AND id > (SELECT MIN(id) FROM information_schema.processlist WHERE user <>"
          + " 'system user')";

  private final List<String> seen = Collections.synchronizedList(new ArrayList<>());
  private final CountDownLatch edges = new CountDownLatch(2);

  /** Opening connections and looking at counters come before, tidying up comes after. */
  @Test
  void itsEdgesAreTheBeginAndTheEndOfTheStatements() throws Exception {
    HeavyStatement statement = new Seen();
    try (Server lab = Trial.open(ItServers::embedded)) {
      Connector connector = new Connector(lab.target(), PsMode.DISABLE, 0);
      try (Connection watching = connector.connect()) {
        Batch batch = batch(connector, watching, statement);
        List<Batch.Performed> performed =
            batch.run("", statement, Form.WHOLE, 1, () -> edge(watching));

        assertThat(performed).hasSize(1).allMatch(one -> one.execution().ending().done());
        assertThat(seen)
            .containsExactly(
                "edge with 2 connections", "statement", "edge with 2 connections", "tidied up");
      }
    }
  }

  /** The last of four connections hangs at its opening, until the batch is given up. */
  @Test
  void givenUpBeforeAllAreReadyItBeginsNoStatement() throws Exception {
    try (Server lab = Trial.open(ItServers::embedded);
        Connection watching = new Connector(lab.target(), PsMode.DISABLE, 0).connect()) {
      Connector connector =
          new Connector(lab.target(), PsMode.DISABLE, 0)
              .sending(List.of("DO IF((" + OTHERS + ") > 3, SLEEP(20), 0)"));
      HeavyStatement statement = new Seen();
      Batch batch = batch(connector, watching, statement);
      Thread running = Thread.currentThread();
      Thread user =
          new Thread(
              () -> {
                await(watching, OTHERS + " AND state = 'User sleep'", "1");
                running.interrupt();
              });
      user.start();
      List<Batch.Performed> performed = batch.run("", statement, Form.WHOLE, 2, () -> {});

      assertThat(Thread.interrupted()).isTrue();
      assertThat(performed).noneMatch(one -> one.execution().ending().done());
      // Those that were ready close their connections.
      await(watching, OTHERS + " AND command = 'Sleep' AND time < 1", "0");
      assertThat(seen).isEmpty();
    }
  }

  private static void await(Connection watching, String query, String answer) {
    try {
      long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
      while (!Sql.text(watching, query).equals(answer) && System.nanoTime() < until) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Batch batch(Connector connector, Connection watching, HeavyStatement statement)
      throws SQLException {
    Context context = new Context(Clock.SYSTEM, Progress.SILENT, new StopSignal(), () -> {});
    return new Batch(
        connector,
        ServerProduct.read(watching),
        new Trial().scenario(List.of(statement)),
        context,
        new PartSeries(new ServerScenario(true, null, null), context));
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
