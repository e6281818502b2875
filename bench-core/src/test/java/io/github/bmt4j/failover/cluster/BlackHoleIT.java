package io.github.bmt4j.failover.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.failover.balance.ObservedServer;
import io.github.bmt4j.failover.figures.Between;
import io.github.bmt4j.failover.figures.ClientLog;
import io.github.bmt4j.failover.figures.Evidence;
import io.github.bmt4j.failover.figures.FailoverAnalysis;
import io.github.bmt4j.failover.figures.FailoverFigures;
import io.github.bmt4j.failover.figures.Limits;
import io.github.bmt4j.failover.figures.NodeObservation;
import io.github.bmt4j.failover.figures.Operation;
import io.github.bmt4j.failover.figures.ProbeKind;
import io.github.bmt4j.failover.figures.SampleOperation;
import io.github.bmt4j.failover.figures.Sums;
import io.github.bmt4j.failover.figures.TimelineEvent;
import io.github.bmt4j.failover.proxy.ProxyHandle;
import io.github.bmt4j.failover.proxy.TcpProxy;
import io.github.bmt4j.outcome.Outcome;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Nothing passes between a real server and everybody else for a second: what the client added is
 * known, and lies between the bounds that the observer's polls give.
 */
@Tag("extended")
class BlackHoleIT {
  private static final int HOLES = 5;
  private static final double RATE = 200;
  private static final long HOLE_NANOS = 1_000_000_000;
  private static final long AROUND_NANOS = 400_000_000;
  private static final Duration FAST = Duration.ofMillis(5);
  private static final Duration LOOK = Duration.ofMillis(20);
  private static final Limits LIMITS =
      new Limits(1_000_000_000, 250_000_000, 200_000_000, 0, 0.95, 1_000_000_000);

  /** A look and a write may take so long while tests of others run. */
  private static final double BUSY_MS = 250;

  private final List<Operation> writes = new ArrayList<>();
  private volatile long lastOkNanos;
  private volatile boolean ended;

  private record Hole(long fromNanos, long toNanos) {}

  @Test
  void whatTheBetweenLiesBetweenItsBounds() throws Exception {
    try (ObservedServer server = new ObservedServer();
        TcpProxy proxy = TcpProxy.start()) {
      InetSocketAddress loopback = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
      ProxyHandle way =
          proxy.open(
              "black hole",
              loopback,
              new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
      String url = "jdbc:mariadb://127.0.0.1:" + way.port() + "/bmt?sslMode=disable";
      server.execute(
          "CREATE TABLE written (id INT AUTO_INCREMENT PRIMARY KEY)",
          "GRANT INSERT ON bmt.written TO " + ObservedServer.USER);
      NodeObserver.Soon soon =
          millis -> ObservedServer.connect(url + "&socketTimeout=1000&connectTimeout=" + millis);
      Thread application = new Thread(() -> write(url), "application");
      application.start();
      List<Hole> holes;
      List<NodeObservation> looks;
      try (NodeObserver observer =
          new NodeObserver(
              new NodeObserver.Site(
                  "n1", () -> soon.open(1_000), soon, "@@server_id", ObservedServer.WRITE),
              LOOK,
              Clock.SYSTEM)) {
        ObservedServer.await(() -> lastOkNanos > 0 && observer.latest() != null);
        holes = holes(way, observer);
        looks = observer.observations();
      } finally {
        ended = true;
        application.join(5_000);
      }
      double widest = holes.stream().mapToDouble(hole -> width(hole, looks)).max().orElseThrow();
      System.out.printf("bounds of what the client added are up to %.1f ms apart%n", widest);
      assertThat(widest).isLessThan(60 + BUSY_MS);
    }
  }

  private List<Hole> holes(ProxyHandle way, NodeObserver observer) throws Exception {
    List<Hole> holes = new ArrayList<>();
    for (int number = 0; number < HOLES; number++) {
      pause(observer, 2 * AROUND_NANOS + number * 7_000_000L);
      long from = Clock.SYSTEM.nanoTime();
      way.silence(TcpProxy.Direction.BOTH);
      pause(observer, HOLE_NANOS);
      way.speak();
      holes.add(new Hole(from, Clock.SYSTEM.nanoTime()));
    }
    pause(observer, 2 * AROUND_NANOS);
    return holes;
  }

  /** Adapts the observer ten times a second, as a trial does. */
  private void pause(NodeObserver observer, long nanos) {
    long until = Clock.SYSTEM.nanoTime() + nanos;
    while (Clock.SYSTEM.nanoTime() < until) {
      boolean out = Clock.SYSTEM.nanoTime() - lastOkNanos > 50_000_000;
      observer.every(out ? FAST : LOOK, out);
      Clock.SYSTEM.sleepUntil(Math.min(until, Clock.SYSTEM.nanoTime() + 100_000_000), () -> false);
    }
  }

  /** One write after the other, each due at its time. */
  private void write(String url) {
    try (Connection connection = ObservedServer.connect(url);
        Statement statement = connection.createStatement()) {
      long due = Clock.SYSTEM.nanoTime();
      for (long sequence = 0; !ended; sequence++) {
        due += Math.round(1e9 / RATE);
        Clock.SYSTEM.sleepUntil(due, () -> false);
        long start = Clock.SYSTEM.nanoTime();
        statement.executeUpdate("INSERT INTO written () VALUES ()");
        long end = Clock.SYSTEM.nanoTime();
        synchronized (writes) {
          writes.add(
              Made.like(SampleOperation.of(ProbeKind.WRITER, sequence, start, end, Outcome.OK, "7"))
                  .set("intendedNanos", due)
                  .record());
        }
        lastOkNanos = end;
      }
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  /** By how much the bounds differ, which hold the known time. */
  private double width(Hole hole, List<NodeObservation> looks) {
    FailoverFigures figures = Sums.checked(figures(hole, looks));
    Between added = Objects.requireNonNull(figures.clientAdded());
    assertThat(added).as("%s", figures).isNotNull();
    long begin = 0;
    long end = Long.MAX_VALUE;
    synchronized (writes) {
      for (Operation write : writes) {
        if (write.endNanos() < hole.toNanos() - HOLE_NANOS / 2) {
          begin = Math.max(begin, write.endNanos());
        } else {
          end = Math.min(end, write.endNanos());
        }
      }
    }
    double outage = (end - begin) / 1e6;
    double server = (Math.min(end, hole.toNanos()) - Math.max(begin, hole.fromNanos())) / 1e6;
    assertThat(figures.writeOutageMs()).isBetween(outage - 0.01, outage + 0.01);
    // The hole began and ended within the time that the proxy took to say so.
    assertThat(outage - server).isBetween(added.fromMs() - 15, added.toMs() + 15);
    return added.toMs() - added.fromMs();
  }

  private FailoverFigures figures(Hole hole, List<NodeObservation> looks) {
    long from = hole.fromNanos() - AROUND_NANOS;
    long end = hole.toNanos() + AROUND_NANOS;
    List<Operation> around;
    synchronized (writes) {
      around =
          writes.stream()
              .filter(write -> write.endNanos() > from && write.intendedNanos() < end)
              .toList();
    }
    long fault = hole.fromNanos() - 1_000_000;
    Evidence evidence =
        new Evidence(
            fault,
            from,
            end,
            new Evidence.Primaries("7", "7", null),
            new ClientLog(around, List.of(), List.of()),
            new Evidence.Servers(
                looks.stream()
                    .filter(look -> look.endNanos() > from && look.startNanos() < end)
                    .toList(),
                List.of(),
                List.of()),
            List.of(
                new TimelineEvent(fault, TimelineEvent.Kind.FAULT, "", "silence"),
                new TimelineEvent(hole.fromNanos(), TimelineEvent.Kind.INJECTED, "", "silence")),
            new Evidence.Way(false, false),
            Map.of(ProbeKind.WRITER, RATE));
    return new FailoverAnalysis(evidence, LIMITS).repetition(1, List.of()).figures();
  }
}
