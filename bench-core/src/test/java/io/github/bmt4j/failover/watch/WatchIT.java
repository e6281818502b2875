package io.github.bmt4j.failover.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.failover.client.ApplicationSettings;
import io.github.bmt4j.failover.client.ShippedSettings;
import io.github.bmt4j.failover.figures.Between;
import io.github.bmt4j.failover.figures.WatchedOutage;
import io.github.bmt4j.failover.proxy.ProxyHandle;
import io.github.bmt4j.failover.proxy.TcpProxy;
import io.github.bmt4j.failover.scenario.SampleOrder;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.server.Child;
import io.github.bmt4j.server.HaProxyProcess;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Server;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Outages of known lengths that a proxy or a signal makes, as a window of a real server has them.
 */
@Tag("extended")
@Tag("timing")
class WatchIT {
  /** The path to the server may be closed this much longer or shorter than was measured. */
  private static final double TOLERANCE_MS = TestWindow.TOLERANCE_MS;

  @TempDir Path temp;

  private final List<Cut> cuts = new ArrayList<>();
  private List<String> nodes = List.of();
  private ApplicationSettings settings = ShippedSettings.of(4, null);

  /**
   * When writes were stopped, in ns of the run's clock.
   *
   * @param begunNanos when it surely was
   * @param endingNanos until when it surely was
   */
  private record Cut(long beginNanos, long begunNanos, long endingNanos, long endNanos) {}

  /** In one window: silences of the way, and then a server that stands still. */
  @Test
  void silencesDrawnAtRandomAreFoundWithTheirLengthsAndWithTheServersPart() throws Exception {
    try (Server server = open();
        TcpProxy proxy = TcpProxy.start();
        ProxyHandle handle = way(proxy, server)) {
      long pid = server.pid().orElseThrow();
      WatchResult result =
          watch(
              url(server, handle.port()),
              server,
              () -> {
                cut(() -> handle.silence(TcpProxy.Direction.BOTH), handle::speak, 4, 400);
                cut(() -> Child.signal("STOP", pid), () -> Child.signal("CONT", pid), 1_500);
              });
      int last = cuts.size() - 1;
      assertFound(result, last);
      assertThat(result.watch().outages()).allSatisfy(one -> assertThat(one.quiet()).isTrue());
      WatchedOutage one = result.watch().outages().get(last);
      double ms = (cuts.get(last).endNanos - cuts.get(last).beginNanos) / 1e6;
      assertThat(one.writesMs()).isBetween(ms - TOLERANCE_MS, ms + 200);
      assertThat(Objects.requireNonNull(one.added()).fromMs()).isLessThan(200);
      assertThat(Objects.requireNonNull(one.readsMs())).isGreaterThan(1_000);
    }
  }

  @Test
  void refusalsDrawnAtRandomAreFoundWithTheirLengths() throws Exception {
    settings = TestWindow.withoutPool();
    try (Server server = open();
        TcpProxy proxy = TcpProxy.start();
        ProxyHandle handle = way(proxy, server)) {
      WatchResult result =
          watch(
              url(server, handle.port()),
              server,
              () ->
                  cut(
                      () -> {
                        handle.refuse(true);
                        handle.reset();
                      },
                      () -> handle.refuse(false),
                      4,
                      100));
      assertFound(result);
      assertThat(result.watch().outages()).allSatisfy(one -> assertThat(one.errors()).isNotEmpty());
    }
  }

  /** HAProxy stands still, and then is ended and started again. */
  @Test
  void whatHaProxyDoesNotLetThroughIsAddedByIt() throws Exception {
    settings = TestWindow.withoutPool();
    int port = HaProxyProcess.freePort();
    List<HaProxyProcess> proxies = new ArrayList<>();
    try (Server server = open()) {
      String url = url(server, port);
      String listen =
          "listen one%n    bind 127.0.0.1:%d%n    server one %s%n".formatted(port, nodes.get(0));
      TestWindow.Change start = () -> proxies.add(0, HaProxyProcess.start(temp, listen, port));
      start.make();
      long pid = proxies.get(0).pid();
      WatchResult result =
          watch(
              url,
              server,
              () -> {
                cut(() -> Child.signal("STOP", pid), () -> Child.signal("CONT", pid), 2, 400);
                cut(() -> proxies.get(0).close(), start, 2, 100);
              });
      assertFound(result);
    } finally {
      proxies.forEach(HaProxyProcess::close);
    }
  }

  private void assertFound(WatchResult result) {
    assertFound(result, cuts.size());
  }

  /**
   * Checks the outages of a window.
   *
   * @param ofTheWay number of the first ones, whose node was there all the time
   */
  private void assertFound(WatchResult result, int ofTheWay) {
    List<WatchedOutage> outages = result.watch().outages();
    assertThat(outages).as("%s%n%s", cuts, outages).hasSameSizeAs(cuts);
    for (int i = 0; i < ofTheWay; i++) {
      Cut cut = cuts.get(i);
      assertThat(outages.get(i).writesMs())
          .as("%s%n%s", cut, outages.get(i))
          .isBetween(
              (cut.endingNanos - cut.begunNanos) / 1e6 - TOLERANCE_MS,
              (cut.endNanos - cut.beginNanos) / 1e6 + TOLERANCE_MS);
      Between added = outages.get(i).added();
      if (added != null) {
        assertThat(added.fromMs())
            .isCloseTo(
                Objects.requireNonNull(outages.get(i).writesMs()), Offset.offset(TOLERANCE_MS));
      }
    }
    assertThat(Objects.requireNonNull(result.watch().writes()).lost()).isZero();
    assertThat(result.verdict().status()).isEqualTo(Verdict.Status.VALID);
    assertThat(result.sentence())
        .startsWith(cuts.size() + (cuts.size() == 1 ? " outage in " : " outages in "))
        .contains("no write was lost");
  }

  /** Stops writes one to {@code most} times, for up to 3 s, with 0.3 to 3 s between. */
  private void cut(TestWindow.Change begin, TestWindow.Change end, int most, long leastMillis)
      throws Exception {
    Random random = new Random();
    int number = 1 + random.nextInt(most);
    for (int i = 0; i < number; i++) {
      cut(begin, end, (long) (leastMillis * Math.pow(3_000.0 / leastMillis, random.nextDouble())));
      Thread.sleep((long) (300 * Math.pow(10, random.nextDouble())));
    }
  }

  private void cut(TestWindow.Change begin, TestWindow.Change end, long millis) throws Exception {
    long first = Clock.SYSTEM.nanoTime();
    begin.make();
    long second = Clock.SYSTEM.nanoTime();
    Thread.sleep(millis);
    long third = Clock.SYSTEM.nanoTime();
    end.make();
    cuts.add(new Cut(first, second, third, Clock.SYSTEM.nanoTime()));
  }

  private static Server open() throws Exception {
    return ItServers.open(ItServers.embedded(), SampleOrder.SERVER_OPTIONS);
  }

  private static ProxyHandle way(TcpProxy proxy, Server server) throws Exception {
    InetSocketAddress address = JdbcUrl.addresses(server.target().url()).get(0);
    return proxy.open(
        "endpoint",
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
        new InetSocketAddress(address.getHostString(), address.getPort()));
  }

  private String url(Server server, int port) {
    InetSocketAddress address = JdbcUrl.addresses(server.target().url()).get(0);
    nodes = List.of(address.getHostString() + ":" + address.getPort());
    return server.target().url().replaceFirst("//[^/]*/", "//127.0.0.1:" + port + "/");
  }

  private WatchResult watch(String url, Server server, TestWindow.Change change) throws Exception {
    return new TestWindow(nodes, settings).watch(server.target().at(url), temp, change);
  }
}
