package io.github.bmt4j.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.Medians;
import io.github.bmt4j.clock.Times;
import io.github.bmt4j.failover.proxy.ProxyHandle;
import io.github.bmt4j.failover.proxy.TcpProxy;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.jdbc.StraightConnection;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.NodeSql;
import io.github.bmt4j.server.Topology;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Lags of a replica behind a proxy that delays its stream, next to those that the test sees. */
class NodeLagIT {
  private static final double MOST_ERROR_MILLIS = 5;

  /** Enough for a median, however long a busy machine takes for them. */
  private static final long BEATS = 30;

  /** The times in ms by which the stream is delayed: shorter and longer than the beats' period. */
  private static final List<Integer> DELAYS =
      Arrays.stream(System.getProperty("bmt.it.lags", "5,26,44,500").split(",", -1))
          .map(Integer::valueOf)
          .toList();

  private final Cluster cluster;
  private final HeartbeatTable table = new HeartbeatTable();
  private volatile boolean ended;

  NodeLagIT() throws Exception {
    cluster = ItServers.open(Topology.cluster(Topology.REPLICATION, 2), ItServers.embedded());
  }

  @Test
  void lagsAreThoseThatAnotherClientSeesWhateverTheDelay() throws Exception {
    try (Cluster open = cluster;
        TcpProxy proxy = TcpProxy.start();
        Connection primary = connect(0)) {
      ProxyHandle stream =
          proxy.open(
              "stream", new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), source());
      table.create(primary);
      open.awaitCaughtUp(Duration.ofSeconds(30));
      replicateFrom(stream);
      for (int millis : DELAYS) {
        stream.delay(Duration.ofMillis(millis), Duration.ZERO);
        isThatOfAnotherClient(millis);
      }
    }
  }

  private void isThatOfAnotherClient(int delayMillis) throws Exception {
    ended = false;
    try (Heartbeat heartbeat = new Heartbeat(table, () -> connect(0), Clock.SYSTEM);
        Connection replica = connect(1);
        NodeWatch watch =
            new NodeWatch(
                new StraightConnection(() -> connect(1)), heartbeat, false, Clock.SYSTEM)) {
      while (!heartbeat.beats().has(table.read(replica))) {
        Thread.sleep(1);
      }
      CompletableFuture<Map<Long, Long>> there = CompletableFuture.supplyAsync(() -> look(0));
      CompletableFuture<Map<Long, Long>> here = CompletableFuture.supplyAsync(() -> look(1));
      watch.countFrom(System.nanoTime());
      long begun = heartbeat.beats().count();
      while (heartbeat.beats().count() < begun + BEATS) {
        Thread.sleep(10);
      }
      watch.countUntil(System.nanoTime());
      Thread.sleep(2L * delayMillis);
      ended = true;
      Map<Long, Long> arrived = here.get(10, TimeUnit.SECONDS);
      List<Double> lags = new ArrayList<>();
      there
          .get(10, TimeUnit.SECONDS)
          .forEach(
              (beat, at) -> {
                if (arrived.containsKey(beat)) {
                  lags.add((arrived.get(beat) - at) / 1e6);
                }
              });
      double own = Medians.of(lags);
      Times found = watch.lags();
      String words =
          String.format(
              Locale.ROOT,
              "delay %d ms: another client p50 %.1f ms; bmt p50 %.1f, min %.1f, max %.1f ms, error %.1f ms,"
                  + " %d beats, %d queries",
              delayMillis,
              own,
              found.p50(),
              found.min(),
              found.max(),
              watch.lagErrorMs(),
              found.count(),
              watch.queries());
      if (System.getProperty("bmt.it.lags") != null) {
        System.out.println(words);
      }
      assertThat(Objects.requireNonNull(found.p50()))
          .as(words)
          .isCloseTo(own, within(MOST_ERROR_MILLIS));
      assertThat(found.min()).isPositive();
    }
  }

  /** The moments at which a node showed each beat first, looked at about once a millisecond. */
  private Map<Long, Long> look(int node) {
    Map<Long, Long> first = new HashMap<>();
    try (Connection connection = connect(node)) {
      while (!ended) {
        first.putIfAbsent(table.read(connection), System.nanoTime());
        Thread.sleep(1);
      }
    } catch (SQLException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return first;
  }

  private void replicateFrom(ProxyHandle stream) throws SQLException {
    NodeSql.execute(
        cluster,
        cluster.nodes().get(1),
        cluster.admin(),
        "STOP SLAVE",
        String.format(
            Locale.ROOT,
            "CHANGE MASTER TO MASTER_HOST = '%s', MASTER_PORT = %d",
            stream.host(),
            stream.port()),
        "START SLAVE");
  }

  private InetSocketAddress source() throws UnknownHostException {
    InetSocketAddress address = JdbcUrl.addresses(cluster.url(cluster.primary())).get(0);
    return new InetSocketAddress(
        InetAddress.getAllByName(address.getHostString())[0], address.getPort());
  }

  private Connection connect(int node) throws SQLException {
    return NodeSql.connect(cluster, cluster.nodes().get(node), cluster.admin());
  }
}
