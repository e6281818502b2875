package io.github.bmt4j.failover.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.failover.figures.WatchedOutage;
import io.github.bmt4j.failover.proxy.ProxyHandle;
import io.github.bmt4j.failover.proxy.TcpProxy;
import io.github.bmt4j.failover.scenario.SampleOrder;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.Cluster.Node;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Queries;
import io.github.bmt4j.server.Topology;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Rolling restarts, as a window has them and as a writer of the test's own sees them, which writes
 * at the same address every 5 ms.
 */
@Tag("extended")
@Tag("timing")
class RollingRestartIT {
  private static final Offset<Double> TOLERANCE = Offset.offset(TestWindow.TOLERANCE_MS);

  /** The end of a server and what the script waits take longer. */
  private static final double LONG_MS = 500;

  @TempDir Path temp;

  /**
   * The endpoint follows half a second after a node has ended. When it comes back, commits of all
   * nodes may stall, without an error.
   */
  @Test
  void eachNodeOfAGaleraClusterIsAnOutageThatTheEndpointAdds() throws Exception {
    try (Cluster cluster = ItServers.open(three(), ItServers.galera(), SampleOrder.SERVER_OPTIONS);
        TcpProxy proxy = TcpProxy.start();
        ProxyHandle endpoint =
            proxy.open(
                "endpoint",
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                address(cluster.primary()))) {
      List<Node> nodes = cluster.nodes();
      Seen seen =
          watch(
              cluster,
              cluster
                  .target(cluster.primary())
                  .url()
                  .replaceFirst("//[^/]*", "//127.0.0.1:" + endpoint.port()),
              () -> {
                for (int i = 0; i < nodes.size(); i++) {
                  Node next = nodes.get((i + 1) % nodes.size());
                  cluster.shutdown(nodes.get(i));
                  Thread.sleep(500);
                  endpoint.flip(address(next));
                  cluster.promote(next);
                  Thread.sleep(500);
                  cluster.rejoin(nodes.get(i));
                  Thread.sleep(1_000);
                }
              });

      seen.agree(3);
      assertThat(seen.result.watch().outages())
          .filteredOn(one -> !one.quiet())
          .allSatisfy(
              one ->
                  assertThat(Objects.requireNonNull(one.added()).fromMs())
                      .isGreaterThan(Objects.requireNonNull(one.writesMs()) / 2));
    }
  }

  /** The replica's restart stops nothing, the primary's is the servers' part of an outage. */
  @Test
  void ofAPairOnlyThePrimaryIsAnOutage() throws Exception {
    try (Cluster cluster =
        ItServers.open(
            Topology.cluster(Topology.REPLICATION, 2),
            ItServers.embedded(),
            SampleOrder.SERVER_OPTIONS)) {
      Node primary = cluster.primary();
      Node replica = cluster.nodes().get(1);
      Seen seen =
          watch(
              cluster,
              cluster.target(primary).url(),
              () -> {
                cluster.shutdown(replica);
                cluster.rejoin(replica);
                Thread.sleep(1_000);
                cluster.shutdown(primary);
                Thread.sleep(500);
                cluster.startAlone(primary, false);
              });

      seen.agree(1);
      assertThat(seen.result.sentence()).startsWith("1 outage in ");
      assertThat(Objects.requireNonNull(seen.result.watch().outages().get(0).added()).fromMs())
          .isLessThan(200);
    }
  }

  private static Topology three() {
    return Topology.cluster("galera", 3);
  }

  private static InetSocketAddress address(Node node) {
    return new InetSocketAddress(node.host(), node.port());
  }

  /** Watches, and writes at the same address. */
  private Seen watch(Cluster cluster, String url, TestWindow.Change change) throws Exception {
    Target application = cluster.target(cluster.primary()).at(url);
    Queries.execute(application, "CREATE TABLE ticks (id BIGINT AUTO_INCREMENT PRIMARY KEY)");
    List<String> nodes = cluster.nodes().stream().map(Node::address).toList();
    try (Writer writer = new Writer(application)) {
      WatchResult result =
          new TestWindow(nodes, TestWindow.withoutPool()).watch(application, temp, change);
      return new Seen(result, writer.gaps());
    }
  }

  /** A time between two writes. */
  private record Gap(Instant from, Instant to) {
    double ms() {
      return Duration.between(from, to).toNanos() / 1e6;
    }

    boolean meets(WatchedOutage outage) {
      Instant end = outage.at().plusNanos(Math.round(1e6 * outage.lengthMs()));
      return from.isBefore(end) && to.isAfter(outage.at());
    }
  }

  /** Outages of the window, and gaps of the writer. */
  private record Seen(WatchResult result, List<Gap> gaps) {
    /** Both have the same outages; those with errors are the restarts of the node in use. */
    void agree(int restarts) {
      List<WatchedOutage> outages = result.watch().outages();
      List<Gap> longGaps = gaps.stream().filter(gap -> gap.ms() > LONG_MS).toList();
      assertThat(longGaps)
          .allSatisfy(gap -> assertThat(outages).filteredOn(gap::meets).as("%s", gap).hasSize(1));
      for (WatchedOutage outage : outages) {
        double longest =
            gaps.stream().filter(gap -> gap.meets(outage)).mapToDouble(Gap::ms).max().orElseThrow();
        assertThat(outage.writesMs()).as("%s%n%s", outage, longGaps).isCloseTo(longest, TOLERANCE);
      }
      assertThat(outages).as("%s", longGaps).filteredOn(one -> !one.quiet()).hasSize(restarts);
      assertThat(Objects.requireNonNull(result.watch().writes()).lost()).isZero();
      assertThat(result.verdict().status()).isEqualTo(Verdict.Status.VALID);
    }
  }

  /** Writes a row every 5 ms, over one connection; over a new one after an error. */
  private static final class Writer implements AutoCloseable {
    private final Target target;
    private final List<Instant> written = new ArrayList<>();
    private final Thread thread = new Thread(this::write);
    private volatile boolean ended;

    Writer(Target target) {
      this.target = target;
      thread.start();
    }

    private void write() {
      while (!ended) {
        try (Connection connection =
            DriverManager.getConnection(
                target.url() + "&connectTimeout=1000&socketTimeout=5000",
                target.user(),
                target.password().reveal())) {
          while (!ended) {
            Sql.execute(connection, "INSERT INTO ticks () VALUES ()");
            synchronized (written) {
              written.add(Clock.SYSTEM.now());
            }
            Thread.sleep(5);
          }
        } catch (SQLException e) {
          pause();
        } catch (InterruptedException e) {
          return;
        }
      }
    }

    private static void pause() {
      try {
        Thread.sleep(5);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    List<Gap> gaps() {
      List<Gap> gaps = new ArrayList<>();
      synchronized (written) {
        for (int i = 1; i < written.size(); i++) {
          gaps.add(new Gap(written.get(i - 1), written.get(i)));
        }
      }
      return gaps;
    }

    @Override
    public void close() throws InterruptedException {
      ended = true;
      thread.join();
    }
  }
}
