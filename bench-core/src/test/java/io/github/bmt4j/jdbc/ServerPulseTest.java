package io.github.bmt4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.ManualClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A server that answers, if only to refuse, is waited for; one that does not is given up. */
class ServerPulseTest {
  private final ManualClock clock = new ManualClock(0);

  @Test
  void aServerThatIsGoneIsSilentAfterThirtySeconds() throws IOException {
    int port;
    try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = closed.getLocalPort();
    }
    ServerPulse pulse = new ServerPulse(connector(port), clock, Runnable::run);
    for (int second = 1; second < 30; second++) {
      clock.advance(Duration.ofSeconds(1).toNanos());
      assertThat(pulse.isSilent()).as("after %d s", second).isFalse();
    }
    clock.advance(Duration.ofSeconds(1).toNanos());
    assertThat(pulse.isSilent()).isTrue();
  }

  @Test
  void aServerThatHasTooManyConnectionsAnswers() throws Exception {
    try (ServerSocket full = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread refusing = new Thread(() -> refuse(full), "refusing");
      refusing.start();
      ServerPulse pulse = new ServerPulse(connector(full.getLocalPort()), clock, Runnable::run);
      for (int look = 0; look < 8; look++) {
        clock.advance(Duration.ofSeconds(5).toNanos());
        assertThat(pulse.isSilent()).isFalse();
      }
    }
  }

  @Test
  void aServerWhoseLoginsDoNotEndIsHeardByItsGreeting() throws Exception {
    try (ServerSocket slow = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread greeting = new Thread(() -> refuse(slow), "greeting");
      greeting.start();
      List<Runnable> looks = new ArrayList<>();
      ServerPulse pulse = new ServerPulse(connector(slow.getLocalPort()), clock, looks::add);
      for (int round = 0; round < 5; round++) {
        seconds(pulse, 15);
        // The login is not over: that look is given up, and the next one asks for less.
        looks.remove(0);
        seconds(pulse, 5);
        looks.remove(0).run();
        assertThat(pulse.isSilent()).as("round %d", round).isFalse();
      }
    }
  }

  @Test
  void aFrozenServerIsGivenUpAndTheWaitingThreadNeverWaitsForIt() {
    List<Runnable> looks = new ArrayList<>();
    ServerPulse pulse = new ServerPulse(connector(1), clock, looks::add);
    assertThat(seconds(pulse, 34)).isFalse();
    assertThat(seconds(pulse, 6)).isTrue();
    assertThat(looks).hasSizeBetween(3, 4);
  }

  @Test
  void aStandstillOfTheClientIsNoSilenceOfTheServer() {
    List<Runnable> looks = new ArrayList<>();
    ServerPulse pulse = new ServerPulse(connector(1), clock, looks::add);
    for (int look = 1; look < 3; look++) {
      clock.advance(Duration.ofSeconds(40).toNanos());
      assertThat(pulse.isSilent()).isFalse();
      looks.remove(0).run();
      assertThat(pulse.isSilent()).as("after %d failed looks", look).isFalse();
    }
  }

  /** Whether it is silent at the end. */
  private boolean seconds(ServerPulse pulse, int seconds) {
    boolean silent = false;
    for (int i = 0; i < seconds; i++) {
      clock.advance(Duration.ofSeconds(1).toNanos());
      silent = pulse.isSilent();
    }
    return silent;
  }

  private static void refuse(ServerSocket full) {
    byte[] words = "Too many connections".getBytes(StandardCharsets.US_ASCII);
    while (!full.isClosed()) {
      try (Socket client = full.accept()) {
        byte[] packet = new byte[4 + 3 + words.length];
        packet[0] = (byte) (3 + words.length);
        packet[4] = (byte) 0xff;
        packet[5] = (byte) (1040 & 0xff);
        packet[6] = (byte) (1040 >> 8);
        System.arraycopy(words, 0, packet, 7, words.length);
        client.getOutputStream().write(packet);
        client.getOutputStream().flush();
      } catch (IOException e) {
        // The end of the test.
      }
    }
  }

  private static Connector connector(int port) {
    return new Connector(
        new Target(
            "gone",
            "jdbc:mariadb://127.0.0.1:" + port + "/d?sslMode=disable",
            "u",
            Secret.of(""),
            false),
        PsMode.DISABLE,
        0);
  }
}
