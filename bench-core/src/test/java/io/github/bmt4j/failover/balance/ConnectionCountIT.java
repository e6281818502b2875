package io.github.bmt4j.failover.balance;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.jdbc.Looks;
import io.github.bmt4j.jdbc.ProcessList;
import io.github.bmt4j.jdbc.StraightConnection;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** How many connections a sampler counts on a real server. */
class ConnectionCountIT {
  private static final Duration PERIOD = Duration.ofMillis(20);

  @AutoClose private static ObservedServer server;

  @BeforeAll
  static void startServer() throws Exception {
    server = new ObservedServer();
  }

  @Test
  void theConnectionsOfTheUserAreCountedAndNobodyElses() throws Exception {
    try (Looks<ConnectionCount> sampler = sample(server::connectAsAdmin)) {
      awaitCount(sampler, 0);
      try (Connection first = server.connect();
          Connection others = server.connectAsAdmin()) {
        awaitCount(sampler, 1);
        Connection second = server.connect();
        awaitCount(sampler, 2);
        second.close();
        awaitCount(sampler, 1);
        assertThat(first.isValid(10) && others.isValid(10)).isTrue();
      }
      awaitCount(sampler, 0);
      assertThat(sampler.all()).allMatch(count -> count.server().equals("n1"));
      assertThat(sampler.all())
          .extracting(ConnectionCount::connections)
          .allMatch(connections -> connections <= 2);
    }
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aServerThatStandsStillGivesNoSampleUntilItGoesOn() throws Exception {
    AtomicInteger openings = new AtomicInteger();
    StraightConnection.Opening opening =
        () -> {
          openings.incrementAndGet();
          return server.connectAsAdmin(Duration.ofSeconds(1));
        };
    try (Looks<ConnectionCount> sampler = sample(opening)) {
      awaitCount(sampler, 0);
      server.freeze();
      try {
        // A sample that was there already is noted before the next connection is opened.
        int opened = openings.get();
        ObservedServer.await(() -> openings.get() > opened);
        int before = sampler.all().size();
        Thread.sleep(1_500);
        assertThat(sampler.all()).hasSize(before);
      } finally {
        server.thaw();
      }
      awaitCount(sampler, 0);
    }
  }

  @Test
  void aLostConnectionIsOpenedAnew() throws Exception {
    AtomicInteger openings = new AtomicInteger();
    StraightConnection.Opening opening =
        () -> {
          openings.incrementAndGet();
          return server.connectAsAdmin();
        };
    try (Looks<ConnectionCount> sampler = sample(opening)) {
      awaitCount(sampler, 0);
      assertThat(openings).hasValue(1);
      // The session of a sampler before may still be listed.
      String id =
          server.one(
              "SELECT MAX(id) FROM information_schema.processlist"
                  + " WHERE user = SUBSTRING_INDEX(CURRENT_USER(), '@', 1)"
                  + " AND id <> CONNECTION_ID() AND command <> 'Daemon'");
      server.execute("KILL " + id);
      ObservedServer.await(() -> openings.get() > 1);
      awaitCount(sampler, 0);
    }
  }

  @Test
  void aDriverThatLosesItsWayEndsNothing() throws Exception {
    AtomicInteger openings = new AtomicInteger();
    StraightConnection.Opening opening =
        () -> {
          if (openings.getAndIncrement() == 0) {
            throw new IllegalStateException("no way");
          }
          return server.connectAsAdmin();
        };
    try (Looks<ConnectionCount> sampler = sample(opening)) {
      awaitCount(sampler, 0);
      assertThat(openings).hasValue(2);
    }
  }

  private static Looks<ConnectionCount> sample(StraightConnection.Opening opening) {
    return ConnectionCount.sampler(
        "n1",
        opening,
        straight -> ProcessList.ofUser(straight, ObservedServer.USER),
        PERIOD,
        Clock.SYSTEM);
  }

  /** Waits for a sample from now on that is so great. */
  private static void awaitCount(Looks<ConnectionCount> sampler, int connections)
      throws InterruptedException {
    long since = Clock.SYSTEM.nanoTime();
    ObservedServer.await(
        () -> {
          List<ConnectionCount> counts = sampler.all();
          return counts.stream()
              .anyMatch(count -> count.atNanos() >= since && count.connections() == connections);
        });
  }
}
