package io.github.bmt4j.failover.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failover.balance.ObservedServer;
import io.github.bmt4j.failover.figures.NodeObservation;
import io.github.bmt4j.jdbc.StraightConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What an observer sees of a real server. */
class NodeObserverIT {
  private static final Duration PERIOD = Duration.ofMillis(20);

  /** Of looks that are not answered. */
  private static final Duration SHORT = Duration.ofSeconds(1);

  @AutoClose private static ObservedServer server;

  @BeforeAll
  static void startServer() throws Exception {
    server = new ObservedServer();
  }

  @AfterEach
  void makeWritable() throws Exception {
    server.execute("SET GLOBAL read_only = 0");
  }

  @Test
  void aServerThatCommitsIsWritable() throws Exception {
    try (NodeObserver observer = observe(site(ObservedServer.WRITE))) {
      awaitLook(observer, NodeObservation::writable);
      NodeObservation first = observer.observations().get(0);
      assertThat(first.node()).isEqualTo("n1");
      assertThat(first.server()).isEqualTo("7");
      assertThat(first.reachable()).isTrue();
      assertThat(first.readOnly()).isFalse();
      assertThat(first.endNanos()).isGreaterThan(first.startNanos());
      assertThat(observer.lastFailure()).isEmpty();
    }
    assertThat(Integer.parseInt(server.one("SELECT looks FROM looks"))).isPositive();
  }

  @Test
  void aServerThatIsReadOnlyIsReachableAndNotWritable() throws Exception {
    try (NodeObserver observer = observe(site(ObservedServer.WRITE))) {
      awaitLook(observer, NodeObservation::writable);
      server.execute("SET GLOBAL read_only = 1");
      NodeObservation refused = awaitLook(observer, look -> !look.writable());
      assertThat(refused.reachable()).isTrue();
      assertThat(refused.readOnly()).isTrue();
      assertThat(refused.server()).isEqualTo("7");
      server.execute("SET GLOBAL read_only = 0");
      awaitLook(observer, NodeObservation::writable);
      assertThat(observer.observations()).allMatch(NodeObservation::reachable);
    }
  }

  @Test
  void aWriteThatIsRefusedAsReadOnlyOutweighsWhatTheServerSaysOfItself() throws Exception {
    StraightConnection.Opening opening =
        () -> {
          Connection connection = server.connect();
          try (Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION TRANSACTION READ ONLY");
          }
          return connection;
        };
    try (NodeObserver observer =
        observe(
            new NodeObserver.Site(
                "n1", opening, millis -> opening.open(), "@@server_id", ObservedServer.WRITE))) {
      NodeObservation refused = awaitLook(observer, look -> true);
      assertThat(refused.reachable()).isTrue();
      assertThat(refused.readOnly()).isTrue();
      assertThat(refused.writable()).isFalse();
      assertThat(observer.lastFailure()).contains("READ ONLY");
    }
  }

  @Test
  void aServerWithoutTheTableIsReachableAndNotWritable() throws Exception {
    try (NodeObserver observer = observe(site("UPDATE bmt.elsewhere SET looks = 1"))) {
      assertReachableOnly(observer);
      assertThat(observer.lastFailure()).isNotEmpty().doesNotContain("\n");
    }
  }

  @Test
  void aServerWithoutTheRowIsReachableAndNotWritable() throws Exception {
    try (NodeObserver observer = observe(site(ObservedServer.WRITE.replace("n1", "n2")))) {
      assertReachableOnly(observer);
    }
  }

  @Test
  void aServerWhereTheLoginMayNotWriteIsReachableAndNotWritable() throws Exception {
    try (NodeObserver observer = observe(site("DELETE FROM looks"))) {
      assertReachableOnly(observer);
      assertThat(observer.lastFailure()).contains("DELETE command denied");
    }
  }

  private static void assertReachableOnly(NodeObserver observer) throws Exception {
    ObservedServer.await(() -> observer.observations().size() >= 3);
    assertThat(observer.observations())
        .allMatch(NodeObservation::reachable)
        .noneMatch(NodeObservation::writable)
        .noneMatch(NodeObservation::readOnly)
        .allMatch(look -> look.server().equals("7"));
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aServerThatStandsStillIsNotReachableUntilItGoesOn() throws Exception {
    try (NodeObserver observer = observe(site(ObservedServer.WRITE, SHORT))) {
      awaitLook(observer, NodeObservation::writable);
      long frozen;
      long thawed;
      server.freeze();
      try {
        frozen = Clock.SYSTEM.nanoTime();
        ObservedServer.await(() -> begunSince(observer, frozen).size() >= 2);
        thawed = Clock.SYSTEM.nanoTime();
        assertThat(begunSince(observer, frozen))
            .noneMatch(NodeObservation::reachable)
            .noneMatch(NodeObservation::writable)
            .allMatch(look -> look.server().isEmpty());
        assertThat(observer.lastFailure()).isNotEmpty();
      } finally {
        server.thaw();
      }
      NodeObservation back = awaitLook(observer, NodeObservation::writable);
      assertThat(back.endNanos()).isGreaterThan(thawed);
      assertThat(back.server()).isEqualTo("7");
    }
  }

  @Test
  void aServerThatStallsEveryCommitIsNotWritableWhileItDoes() throws Exception {
    // Its looks are answered but for their writes.
    Duration patience = Duration.ofSeconds(3);
    try (NodeObserver observer = observe(site(ObservedServer.WRITE, patience));
        Connection admin = server.connectAsAdmin();
        Statement statement = admin.createStatement()) {
      awaitLook(observer, NodeObservation::writable);
      statement.execute("FLUSH TABLES WITH READ LOCK");
      long locked = Clock.SYSTEM.nanoTime();
      ObservedServer.await(() -> !begunSince(observer, locked).isEmpty());
      List<NodeObservation> during = begunSince(observer, locked);
      statement.execute("UNLOCK TABLES");
      assertThat(during)
          .noneMatch(NodeObservation::writable)
          .noneMatch(NodeObservation::readOnly)
          .allMatch(look -> look.server().equals("7"));
      awaitLook(observer, NodeObservation::writable);
    }
  }

  @Test
  void aLostConnectionIsOpenedAnew() throws Exception {
    try (NodeObserver observer = observe(site(ObservedServer.WRITE))) {
      awaitLook(observer, NodeObservation::writable);
      long killed = Clock.SYSTEM.nanoTime();
      server.execute("KILL USER " + ObservedServer.USER);
      // The look that notices it may have begun before.
      ObservedServer.await(
          () ->
              observer.observations().stream()
                  .anyMatch(look -> !look.reachable() && look.endNanos() >= killed));
      awaitLook(observer, NodeObservation::writable);
    }
  }

  @Test
  void aDriverThatLosesItsWayCountsAsNotReachableAndEndsNothing() throws Exception {
    AtomicInteger openings = new AtomicInteger();
    StraightConnection.Opening opening =
        () -> {
          if (openings.getAndIncrement() == 0) {
            throw new IllegalStateException("no way\n  known");
          }
          return server.connect();
        };
    try (NodeObserver observer =
        observe(
            new NodeObserver.Site(
                "n1", opening, millis -> opening.open(), "@@server_id", ObservedServer.WRITE))) {
      awaitLook(observer, NodeObservation::writable);
      NodeObservation lost = observer.observations().get(0);
      assertThat(lost.reachable()).isFalse();
      assertThat(lost.writable()).isFalse();
      assertThat(observer.lastFailure()).isEqualTo("no way known");
    }
  }

  @Test
  void aNodeThatNeverAnswersLeavesAReason() throws Exception {
    // Bound, so that no other process takes the port, and not listening.
    try (Socket silent = new Socket()) {
      silent.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      String url =
          "jdbc:mariadb://127.0.0.1:" + silent.getLocalPort() + "/bmt?connectTimeout=10000";
      StraightConnection.Opening opening = () -> DriverManager.getConnection(url);
      try (NodeObserver observer =
          observe(
              new NodeObserver.Site(
                  "n1", opening, millis -> opening.open(), "@@server_id", ObservedServer.WRITE))) {
        ObservedServer.await(() -> observer.observations().size() >= 2);
        assertThat(observer.observations())
            .noneMatch(NodeObservation::reachable)
            .allMatch(look -> look.server().isEmpty());
        assertThat(observer.lastFailure()).contains("Connection refused").doesNotContain("\n");
      }
    }
  }

  @Test
  void anObserverThatIsClosedLooksNoMoreAndLeavesNoConnection() throws Exception {
    NodeObserver observer = observe(site(ObservedServer.WRITE, SHORT));
    awaitLook(observer, NodeObservation::writable);
    observer.close();
    int looks = observer.observations().size();
    ObservedServer.await(() -> connections() == 0);
    assertThat(observer.observations()).hasSize(looks);
  }

  private static int connections() {
    try {
      return Integer.parseInt(
          server.one(
              "SELECT COUNT(*) FROM information_schema.processlist WHERE user = '"
                  + ObservedServer.USER
                  + "'"));
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private static NodeObserver.Site site(String write) {
    return site(server::connect, write);
  }

  private static NodeObserver.Site site(String write, Duration patience) {
    return site(() -> server.connect(patience), write);
  }

  private static NodeObserver.Site site(StraightConnection.Opening opening, String write) {
    return new NodeObserver.Site("n1", opening, millis -> opening.open(), "@@server_id", write);
  }

  private static NodeObserver observe(NodeObserver.Site site) {
    return new NodeObserver(site, PERIOD, Clock.SYSTEM);
  }

  private static List<NodeObservation> begunSince(NodeObserver observer, long nanos) {
    return observer.observations().stream().filter(look -> look.startNanos() >= nanos).toList();
  }

  /** The first such look of those that begin from now on. */
  private static NodeObservation awaitLook(NodeObserver observer, Predicate<NodeObservation> such)
      throws InterruptedException {
    long since = Clock.SYSTEM.nanoTime();
    ObservedServer.await(() -> begunSince(observer, since).stream().anyMatch(such));
    return begunSince(observer, since).stream().filter(such).findFirst().orElseThrow();
  }
}
