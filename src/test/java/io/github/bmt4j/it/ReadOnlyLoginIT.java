package io.github.bmt4j.it;

import static io.github.bmt4j.it.Bmt.words;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.Cluster.Node;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.NodeSql;
import io.github.bmt4j.server.Topology;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A switchover of a cluster of one's own, through a login that may write where read_only is on: all
 * writes go on to the old primary, and end OK. None of them is at the new one.
 */
@Execution(ExecutionMode.CONCURRENT)
@Tag("extended")
class ReadOnlyLoginIT {
  private static final String REFUSED = "this login may write where read_only is on";

  @TempDir Path folder;

  static Stream<Supplier<TargetSpec>> products() {
    return Stream.of(ItServers::embedded, ItServers::mysql);
  }

  @ParameterizedTest
  @MethodSource("products")
  void whatTheLoginHidesIsRefusedOrAFailedCheck(Supplier<TargetSpec> product) throws Exception {
    try (Cluster lab = open(product.get())) {
      onReplica(lab, "SET GLOBAL read_only = ON");
      Ended refused = failover(lab).exits(3);
      assertThat(refused.err()).contains(REFUSED);
      assertThat(refused.runs()).isEmpty();
      assertThat(NodeSql.column(lab, lab.primary(), "SHOW TABLES LIKE 'bmt%'")).isEmpty();

      onReplica(lab, "SET GLOBAL read_only = OFF");
      CompletableFuture<Void> switched = switchover(lab);
      Failover failover = Failover.of(failover(lab));
      switched.get(10, TimeUnit.SECONDS);
      assertThat(failover.result().warnings()).anyMatch(note -> note.startsWith(REFUSED));
      assertThat(failover.figures().writesPastReadOnly()).isPositive();
      assertThat(failover.figures().lostWrites()).isPositive();
      assertThat(failover.result().failedChecks())
          .anyMatch(check -> check.contains(" writes went to a server that was read-only"))
          .anyMatch(check -> check.contains(" lost "));
      assertThat(failover.ended().code()).isEqualTo(1);
      assertThat(failover.ended().out())
          .contains(failover.result().verdict().status() == Status.VALID ? "FAILED" : "INVALID")
          .contains("login without");
    }
  }

  private static Cluster open(TargetSpec product) throws Exception {
    return ItServers.open(Topology.cluster(Topology.REPLICATION, 2), product);
  }

  private Ended failover(Cluster lab) {
    return Bmt.command()
        .with("BMT_PASSWORD", lab.admin().password().reveal())
        .run(
            words(
                "failover --url=%s --user=%s --trigger=%s --repeat=1 --baseline=2s --settle=1500ms"
                    + " --deadline=8s --write-rate=50 --read-rate=20 --connect-rate=0",
                url(lab), lab.admin().user(), trigger()));
  }

  private static String url(Cluster lab) {
    String hosts =
        lab.nodes().stream()
            .map(node -> JdbcUrl.addresses(lab.url(node)).get(0))
            .map(address -> address.getHostString() + ":" + address.getPort())
            .collect(Collectors.joining(","));
    return lab.url(lab.primary()).replaceFirst("://[^/]+/", ":sequential://" + hosts + "/");
  }

  /** A command that has this test change the primary. */
  private String trigger() {
    return "touch " + folder + "/go; until [ -e " + folder + "/done ]; do sleep 0.1; done";
  }

  private CompletableFuture<Void> switchover(Cluster lab) {
    boolean mariaDb = lab.description().contains("MariaDB");
    String replica = mariaDb ? "SLAVE" : "REPLICA";
    Node old = lab.primary();
    return CompletableFuture.runAsync(
        () -> {
          Await.until("the trigger", () -> Files.exists(folder.resolve("go")));
          try {
            NodeSql.execute(lab, old, lab.admin(), "SET GLOBAL read_only = ON");
            onReplica(lab, "STOP " + replica, "RESET " + replica + " ALL");
            Files.createFile(folder.resolve("done"));
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private static void onReplica(Cluster lab, String... statements) throws Exception {
    boolean mariaDb = lab.description().contains("MariaDB");
    Node replica = lab.nodes().get(1);
    if (!mariaDb) {
      NodeSql.execute(lab, replica, lab.admin(), "SET GLOBAL super_read_only = OFF");
    }
    NodeSql.execute(lab, replica, lab.admin(), statements);
  }
}
