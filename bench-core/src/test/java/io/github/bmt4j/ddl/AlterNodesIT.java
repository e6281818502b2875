package io.github.bmt4j.ddl;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.ddl.AlterResult.Alter;
import io.github.bmt4j.ddl.AlterScenario.Algorithm;
import io.github.bmt4j.experiment.BusyMachine;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.load.nodes.NodeFigures;
import io.github.bmt4j.server.ClusterServer;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Topology;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** An ALTER that a replica must make too. */
class AlterNodesIT {
  private static final Topology PAIR = Topology.cluster(Topology.REPLICATION, 2);
  private static final Duration HELD = Duration.ofSeconds(3);

  @Test
  void replicaThatCannotAlterIsBehindAsLongAsItWaits() throws Exception {
    List<String> primary = ClusterServer.endpoints(PAIR, true, List.of());
    try (ClusterServer pair =
            ClusterServer.open(ItServers.open(PAIR, ItServers.embedded()), primary, false);
        AlterBench bench = AlterBench.at(pair)) {
      Target replica = pair.nodes().get(1);
      bench.nodes = List.of(replica);
      CompletableFuture<Void> held = new CompletableFuture<>();
      bench.justBefore = () -> hold(replica, held);

      AlterResult result =
          bench.run(
              AlterBench.order(1_000, List.of(AlterChange.ADD_COLUMN), List.of(Algorithm.INSTANT)));

      held.get(30, TimeUnit.SECONDS);
      Alter alter = AlterBench.only(result);
      BusyMachine.atMost(result.verdict().texts(), "%s", alter);
      assertThat(alter.ending().done()).isTrue();
      assertThat(alter.ending().afterMs()).isLessThan(2_000);
      NodeFigures nodes = Objects.requireNonNull(alter.nodes());
      assertThat(nodes.nodes()).hasSize(2);
      assertThat(nodes.largestLagMs()).isBetween(HELD.toMillis() / 2.0, HELD.toMillis() + 3_000.0);
      assertThat(new AlterReport().summary(result, 200)).contains("ms behind; ");
      try (Connection connection = connect(pair.target())) {
        assertThat(Sql.texts(connection, "SHOW TABLES")).isEmpty();
      }
    }
  }

  /** The replica's ALTER waits behind a transaction of the test's that has read the table. */
  private static void hold(Target replica, CompletableFuture<Void> held) {
    try {
      Connection reader = connect(replica);
      reader.setAutoCommit(false);
      Sql.text(reader, "SELECT COUNT(*) FROM " + AlterBench.TABLE);
      new Thread(
              () -> {
                LockSupport.parkNanos(HELD.toNanos());
                try (reader) {
                  reader.commit();
                  held.complete(null);
                } catch (Exception e) {
                  held.completeExceptionally(e);
                }
              })
          .start();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static Connection connect(Target target) throws Exception {
    return DriverManager.getConnection(target.url(), target.user(), target.password().reveal());
  }
}
