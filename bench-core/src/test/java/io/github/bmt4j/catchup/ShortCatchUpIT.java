package io.github.bmt4j.catchup;

import static io.github.bmt4j.catchup.Replica.replica;
import static io.github.bmt4j.catchup.Replica.runs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.catchup.CatchUpOrder.Outside;
import io.github.bmt4j.catchup.CatchUpResult.CatchUp;
import io.github.bmt4j.catchup.CatchUpResult.Outcome;
import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.experiment.Context;
import io.github.bmt4j.experiment.Events;
import io.github.bmt4j.experiment.Given;
import io.github.bmt4j.experiment.Runner;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.Cluster.Node;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.NodeSql;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One catch-up of a replica with a named source, and a refused one. */
class ShortCatchUpIT {
  private static final Duration SHORT = Duration.ofSeconds(1);

  @TempDir Path folder;

  @Test
  void aReplicaCatchesUpOverANamedSourceAndIsRefusedWithoutGtids() throws Exception {
    try (Cluster lab = CatchUpIT.open(ItServers.embedded())) {
      Node primary = lab.primary();
      Outside outside = new Outside(external(lab, replica(lab)), null, null);
      CatchUpOrder order =
          CatchUpIT.order(external(lab, primary), SHORT, List.of(""), 1, false, outside);
      onReplica(lab, "STOP SLAVE", "CHANGE MASTER TO MASTER_USE_GTID = no", "START SLAVE");
      assertThatThrownBy(() -> run(order))
          .isInstanceOf(TargetException.class)
          .hasMessageContaining("the replica follows without GTIDs");
      assertThat(NodeSql.column(lab, primary, "SHOW TABLES")).isEmpty();
      assertThat(runs(lab)).isTrue();

      followOverANamedSource(lab);
      CatchUpResult result = run(order);
      CatchUp done = result.catchUps().get(0);
      assertThat(done.outcome()).as(String.valueOf(done)).isEqualTo(Outcome.CAUGHT_UP);
      assertThat(done.checksums()).isEqualTo("equal");
      assertThat(done.transactions()).isPositive();
      assertThat(done.curve().get(0).remainingSeconds()).isGreaterThan(0.8);
      assertThat(done.curve().get(done.curve().size() - 1).remainingSeconds()).isZero();
      assertThat(result.verdict().texts())
          .noneMatch(reason -> reason.contains("replication does not run"));
      assertThat(NodeSql.column(lab, primary, "SHOW TABLES"))
          .noneMatch(table -> table.startsWith("bmt_heartbeat"));
    }
  }

  private static void followOverANamedSource(Cluster lab) throws Exception {
    InetSocketAddress primary = JdbcUrl.addresses(lab.url(lab.primary())).get(0);
    onReplica(
        lab,
        "STOP SLAVE",
        "RESET SLAVE ALL",
        String.format(
            Locale.ROOT,
            "CHANGE MASTER 'm1' TO MASTER_HOST = '%s', MASTER_PORT = %d, MASTER_USER = '%s',"
                + " MASTER_PASSWORD = '%s', MASTER_USE_GTID = slave_pos, MASTER_SSL = 0",
            primary.getHostString(),
            primary.getPort(),
            lab.admin().user(),
            lab.admin().password().reveal()),
        "START SLAVE 'm1'");
    NodeSql.execute(lab, lab.primary(), lab.admin(), "CREATE TABLE arrived (id INT)");
    lab.awaitCaughtUp(Duration.ofSeconds(30));
  }

  private static void onReplica(Cluster lab, String... statements) throws Exception {
    NodeSql.execute(lab, replica(lab), lab.admin(), statements);
  }

  private CatchUpResult run(CatchUpOrder order) throws Exception {
    Context context = new Context(Clock.SYSTEM, Progress.SILENT, new StopSignal(), () -> {});
    return new Runner(context, Given.NOTHING)
        .run(new CatchUpExperiment(order), folder, Events.NONE)
        .result();
  }

  private static TargetSpec.External external(Cluster lab, Node node) {
    return new TargetSpec.External(lab.url(node), lab.admin().user(), lab.admin().password());
  }
}
