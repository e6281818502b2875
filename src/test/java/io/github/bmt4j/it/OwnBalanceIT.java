package io.github.bmt4j.it;

import static io.github.bmt4j.it.Bmt.words;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.bmt4j.failover.balance.BalanceFigures;
import io.github.bmt4j.failover.balance.BalanceFigures.Load;
import io.github.bmt4j.failover.balance.BalanceFigures.ServerLoad;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.Cluster.Node;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Readiness;
import io.github.bmt4j.server.StartOptions;
import io.github.bmt4j.server.Topology;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code bmt balance} on servers that it did not start, against what these count themselves. */
@Tag("extended")
@NullUnmarked
class OwnBalanceIT {
  private static final int POOL = 12;

  /** Reads of a rehearsal, at most: it lasts a second, and each takes 40 ms. */
  private static final int REHEARSED = 26;

  private static Cluster cluster;
  private static Node primary;
  private static Node first;
  private static Node second;

  @BeforeAll
  static void start() throws Exception {
    cluster = open();
    primary = cluster.primary();
    first = cluster.nodes().get(1);
    second = cluster.nodes().get(2);
  }

  @AfterAll
  static void stop() {
    if (cluster != null) { // not left out
      cluster.close();
    }
  }

  private static Cluster open() throws Exception {
    return ItServers.open(
        Topology.cluster(Topology.REPLICATION, 3),
        ItServers.embedded(),
        "innodb_flush_log_at_trx_commit=2");
  }

  @Test
  void readsOverAListOfHostsAreSpreadAsTheServersCountThem() throws Exception {
    Balance balance =
        counted("loadbalance", List.of(first, second), List.of(primary, first, second));
    BalanceFigures figures = balance.figures();

    assertThat(figures.perServer().keySet())
        .containsExactly(name(primary), name(first), name(second));
    assertThat(server(balance, primary).primary()).isTrue();
    assertThat(figures.readsOffPrimary().before()).isEqualTo(1);
    assertThat(figures.staleReads().before().reads()).isGreaterThan(100);
    assertThat(server(balance, first).connections().before().count())
        .isCloseTo(POOL / 2.0, within(0.5));
    assertThat(server(balance, second).connections().before().count())
        .isCloseTo(POOL / 2.0, within(0.5));
    // The writers' pool alone: bmt's own sessions are not the application's.
    assertThat(server(balance, primary).connections().before().count())
        .isCloseTo(POOL, within(0.5));
    assertThat(figures.moments().lostMs()).isNull();
    assertThat(balance.ended().out())
        .contains("nodes    " + name(primary), "loss     none; ", "200 reads/s of 40 ms");
  }

  @Test
  void whereAUrlTriesServersInTurnOneHasAllReadsAndNoReplicaIsWrittenTo() throws Exception {
    List<Node> both = List.of(first, second);
    List<Long> before = reads(both);
    Balance balance;
    try (Connection admin = admin(cluster, second)) {
      Sql.execute(admin, "SET GLOBAL read_only = OFF");
      balance = balance(cluster, url("sequential", both), both, "--time=2");
      Sql.execute(admin, "SET GLOBAL read_only = ON");
    }
    List<Long> after = reads(both);

    assertThat((double) (after.get(0) - before.get(0)))
        .isGreaterThanOrEqualTo(server(balance, first).operations().before().count());
    assertThat(after.get(1)).isEqualTo(before.get(1));
    assertThat(balance.figures().jain().operations().before()).isEqualTo(0.5);
    assertThat(share(balance, first)).isEqualTo(1);
    assertThat(balance.figures().staleReads()).isNull();
    assertThat(balance.figures().readsOffPrimary()).isNull();
    assertThat(balance.figures().served()).containsOnlyKeys("reader");
    assertThat(balance.ended().out())
        .contains(
            "load     0 writes/s", "nothing was written", "no --node is known as the primary");
  }

  @Test
  void aServerThatNobodyNamedIsNamedWithItsShare() throws Exception {
    Balance balance =
        counted("loadbalance", List.of(primary, first, second), List.of(primary, first));
    ServerLoad other =
        balance.figures().perServer().values().stream()
            .filter(one -> one.identity().startsWith(second.serverId() + "@"))
            .findFirst()
            .orElseThrow();

    assertThat(other.shares()).isTrue();
    assertThat(server(balance, primary).shares()).isTrue();
    assertThat(share(other) + share(balance, first) + share(balance, primary))
        .isCloseTo(1, within(1e-4));
    assertThat(balance.figures().readsOffPrimary().before())
        .isCloseTo(1 - share(balance, primary), within(1e-4));
    assertThat(balance.ended().out())
        .contains(
            other.identity() + " took reads and is no --node",
            "connections to " + name(primary) + " are left out");
  }

  @Test
  void aReplicaThatATriggerTakesAwayForAWhileIsLostAndReturns() throws Exception {
    Balance balance =
        balance(
            cluster,
            "jdbc:mariadb:loadbalance://%s,%s/%s?sslMode=disable&socketTimeout=1000"
                .formatted(name(first), name(second), StartOptions.DATABASE),
            List.of(primary, first, second),
            "--time=4",
            "--trigger",
            "kill -STOP %1$s; sleep 4; kill -CONT %1$s".formatted(pid(cluster, second)));
    BalanceFigures figures = balance.figures();

    assertThat(figures.moments().lostServer()).isEqualTo(name(second));
    assertThat(figures.moments().returnedMs() - figures.moments().lostMs())
        .isBetween(3_800.0, 7_000.0);
    assertThat(server(balance, second).operations().during().share()).isLessThan(0.1);
    // The frozen server may answer once more, at the moment at which it goes on.
    assertThat(server(balance, second).connections().during())
        .satisfiesAnyOf(none -> assertThat(none).isNull(), one -> assertThat(one.share()).isNull());
    assertThat(
            figures.served().get("reader").during().failed()
                + figures.served().get("reader").during().unknown())
        .isPositive();
    assertThat(balance.ended().out()).contains("after the loss of " + name(second));
    assertThat(
            Ended.folders(balance.ended().folder().resolve("runs")).get(0).resolve("trigger.log"))
        .exists();
  }

  @Test
  void aReplicaThatATriggerKillsIsSaidNotToHaveComeBack() throws Exception {
    try (Cluster own = open()) {
      Node killed = own.nodes().get(2);
      Balance balance =
          balance(
              own,
              url("loadbalance", own.nodes().subList(1, 3)),
              own.nodes(),
              "--time=3",
              "--trigger",
              "kill -KILL " + pid(own, killed));
      BalanceFigures figures = balance.figures();

      assertThat(figures.moments().lostServer()).isEqualTo(name(killed));
      assertThat(figures.moments().returnedMs()).isNull();
      assertThat(figures.returned()).isNull();
      assertThat(server(balance, killed).operations().during().share()).isLessThan(0.05);
      assertThat(share(balance, killed)).isGreaterThan(0.2);
      assertThat(balance.ended().out())
          .contains("after the loss of " + name(killed), "; it did not come back");
    }
  }

  /** Runs without a loss, and compares what is reported with what the servers counted. */
  private static Balance counted(String mode, List<Node> hosts, List<Node> nodes) throws Exception {
    List<Long> before = reads(hosts);
    Balance balance = balance(cluster, url(mode, hosts), nodes, "--time=3");
    List<Long> after = reads(hosts);
    double endMs = balance.figures().moments().endMs();
    double all = 0;
    double squares = 0;
    for (int i = 0; i < hosts.size(); i++) {
      double counted = after.get(i) - before.get(i);
      String server = identity(balance, hosts.get(i));
      // Reads that are under way at the end are not stored.
      assertThat(balance.reads(server, -60_000, 60_000))
          .as(name(hosts.get(i)))
          .isBetween(
              counted - POOL - (hosts.get(i).equals(primary) ? REHEARSED : 0), counted + POOL);
      // Those of the warm-up count for no share.
      double measured = balance.reads(server, 0, endMs);
      all += measured;
      squares += measured * measured;
    }
    assertThat(all).isGreaterThan(500);
    assertThat(balance.figures().jain().operations().before())
        .isCloseTo(all * all / (hosts.size() * squares), within(0.001));
    return balance;
  }

  /**
   * Each read executes one DO, which nobody else does. Those of a rehearsal are rolled back, but on
   * the primary writes are, too.
   */
  private static List<Long> reads(Collection<Node> nodes) throws Exception {
    List<Long> counts = new ArrayList<>();
    for (Node node : nodes) {
      try (Connection admin = admin(cluster, node)) {
        Map<String, Long> commands =
            Sql.numbers(
                admin, "SHOW GLOBAL STATUS WHERE Variable_name IN ('Com_do', 'Com_rollback')");
        long rehearsed = node.equals(primary) ? 0 : commands.get("Com_rollback");
        counts.add(commands.get("Com_do") - rehearsed);
      }
    }
    return counts;
  }

  private static Balance balance(Cluster servers, String url, List<Node> nodes, String... more)
      throws Exception {
    List<String> all =
        new ArrayList<>(
            List.of(
                words(
                    "balance --url=%s --user=%s --pool-size=%s --baseline=3 --write-rate=20"
                        + " --read-time=40ms",
                    url, servers.application().user(), POOL)));
    nodes.forEach(node -> all.add("--node=" + name(node)));
    all.addAll(Arrays.asList(more));
    Balance balance =
        Balance.of(
                Bmt.command()
                    .with("BMT_PASSWORD", servers.application().password().reveal())
                    .run(all.toArray(String[]::new)))
            .counts();
    try (Connection admin = admin(servers, servers.primary())) {
      assertThat(
              Sql.number(
                  admin,
                  "SELECT COUNT(*) FROM information_schema.tables WHERE table_name LIKE 'bmt%'"))
          .isZero();
    }
    return balance;
  }

  private static String url(String mode, Collection<Node> hosts) {
    return "jdbc:mariadb:%s://%s/%s?sslMode=disable"
        .formatted(
            mode,
            hosts.stream().map(OwnBalanceIT::name).collect(Collectors.joining(",")),
            StartOptions.DATABASE);
  }

  private static String identity(Balance balance, Node node) {
    return balance.figures().perServer().keySet().stream()
        .filter(name -> name.equals(name(node)) || name.startsWith(node.serverId() + "@"))
        .findFirst()
        .orElseThrow();
  }

  private static ServerLoad server(Balance balance, Node node) {
    return balance.server(name(node));
  }

  private static double share(Balance balance, Node node) {
    return share(server(balance, node));
  }

  private static double share(ServerLoad server) {
    Load before = server.operations().before();
    return Objects.requireNonNull(before.share());
  }

  private static String name(Node node) {
    return node.host() + ":" + node.port();
  }

  private static String pid(Cluster servers, Node node) throws Exception {
    try (Connection admin = admin(servers, node)) {
      return Files.readString(Path.of(Sql.text(admin, "SELECT @@pid_file"))).strip();
    }
  }

  private static Connection admin(Cluster servers, Node node) throws Exception {
    return Readiness.connect(servers.url(node), servers.admin(), 5_000, 10_000);
  }
}
