package io.github.bmt4j.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.jdbc.ConnectionSource;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.DriverWish;
import io.github.bmt4j.jdbc.HikariConnections;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.PlainConnections;
import io.github.bmt4j.jdbc.PoolProperties;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.progress.StopSignal;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A load on a server that takes connections and never says a word, through a real driver. */
@Timeout(25)
class SilentServerTest {
  private static final Duration LONG = Duration.ofMinutes(5);

  private final StopSignal stop = new StopSignal();
  @AutoClose private ServerSocket server;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "hikari"})
  void endsInItsTimeAndSaysWhy(String pool) {
    assertThatThrownBy(() -> run(pool, Duration.ofMillis(300)))
        .isInstanceOf(SQLException.class)
        .hasMessageStartingWith(
            "2 of 2 connections are not open yet, and none came in the last 0.3 s");
  }

  /** A pool goes on trying. */
  @Test
  void saysWhyTheServerRefusesThePoolsConnections() throws IOException {
    server.close();
    assertThatThrownBy(() -> run("hikari", Duration.ofSeconds(2)))
        .isInstanceOf(SQLException.class)
        .hasMessageMatching(
            "2 of 2 connections are not open yet, and none came in the last 2.0 s: Socket fail to"
                + " connect to .*");
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "hikari"})
  void endsSoonWhenTheUserSaysSo(String pool) throws Exception {
    Thread user =
        new Thread(
            () -> {
              try (Socket taken = server.accept()) {
                awaitWorker();
                stop.give();
                Thread.sleep(LONG.toMillis());
                throw new AssertionError("nobody ended " + taken);
              } catch (IOException | InterruptedException e) {
                // The end of the test.
              }
            });
    user.start();
    try {
      assertThatThrownBy(() -> run(pool, LONG))
          .isInstanceOf(SQLException.class)
          .hasMessageMatching("stopped when [12] of 2 connections are not open yet");
    } finally {
      user.interrupt();
      user.join();
    }
  }

  /** Waits until a worker asks for its connection. */
  private static void awaitWorker() throws InterruptedException {
    while (Thread.getAllStackTraces().values().stream()
        .flatMap(Arrays::stream)
        .noneMatch(
            frame ->
                frame.getClassName().equals(Worker.class.getName())
                    && frame.getMethodName().equals("connect"))) {
      Thread.sleep(5);
    }
  }

  @Test
  void doesNotOutlastItsTimeForALoadThatNeverGivesUp() {
    assertThat(WorkerThreads.patience(Duration.ofDays(365)))
        .isEqualTo(Duration.ofSeconds(30).toNanos());
    assertThat(WorkerThreads.patience(Duration.ofMillis(1)))
        .isEqualTo(Duration.ofMillis(1).toNanos());
  }

  private void run(String pool, Duration giveUp) throws SQLException {
    String url = "jdbc:mariadb://127.0.0.1:" + server.getLocalPort() + "/d?sslMode=disable";
    Connector connector =
        LoadDriver.own(DriverWish.OWN)
            .connector(new Target("silent", url, "u", Secret.of("p"), false), PsMode.AUTO, 1);
    LoadPlan plan = new Plan(2).time(1000).giveUp(giveUp.toMillis()).build();
    // Not closed: a pool waits for the thread that hangs.
    ConnectionSource source =
        pool.equals("none")
            ? new PlainConnections(connector, false)
            : new HikariConnections(connector, 2, false, PoolProperties.NONE);
    new LoadGenerator(
            plan, Clock.SYSTEM, source, worker -> new ScriptedSession((number, counts) -> {}), stop)
        .run(new NeverConnected());
  }
}
