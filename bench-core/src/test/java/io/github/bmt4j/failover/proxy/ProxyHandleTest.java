package io.github.bmt4j.failover.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failover.proxy.TcpProxy.Direction;
import io.github.bmt4j.failure.TargetException;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What a proxy does to connections as a whole: forwarding, ends, targets. */
class ProxyHandleTest extends ProxyFixture {
  @Test
  void passesManyBytesBothWaysUnchanged() throws Exception {
    Way.Ends ends = way.connect();
    byte[] requests = new byte[5_000_000];
    byte[] replies = new byte[5_000_000];
    new Random(1).nextBytes(requests);
    new Random(2).nextBytes(replies);
    CompletableFuture<Void> asked = write(ends.client(), requests);
    CompletableFuture<Void> answered = write(ends.server(), replies);
    CompletableFuture<byte[]> atServer = read(ends.server(), requests.length);
    assertThat(ends.client().getInputStream().readNBytes(replies.length)).isEqualTo(replies);
    assertThat(atServer.get(60, TimeUnit.SECONDS)).isEqualTo(requests);
    asked.get(1, TimeUnit.SECONDS);
    answered.get(1, TimeUnit.SECONDS);
  }

  @Test
  void passesOnTheEndOfOneDirectionAndKeepsTheOther() throws Exception {
    Way.Ends ends = way.connect();
    Way.send(ends.client(), "last words");
    ends.client().shutdownOutput();
    Way.expect(ends.server(), "last words");
    assertThat(ends.server().getInputStream().read()).isEqualTo(-1);
    Way.send(ends.server(), "still here");
    Way.expect(ends.client(), "still here");
    ends.server().close();
    assertThat(ends.client().getInputStream().read()).isEqualTo(-1);
    awaitOpen(0);
  }

  @Test
  void passesOnAResetOfTheServer() throws Exception {
    Way.Ends ends = way.connect();
    ends.pingPong();
    abort(ends.server());
    assertReset(ends.client());
    awaitOpen(0);
  }

  @Test
  void passesOnAResetOfTheClient() throws Exception {
    Way.Ends ends = way.connect();
    ends.pingPong();
    abort(ends.client());
    assertReset(ends.server());
    awaitOpen(0);
  }

  @Test
  void resetsClientsWhoseTargetRefuses() throws Exception {
    way.target.close();
    assertConnectIsReset(way.proxyHandle);
    assertThat(way.proxyHandle.counts()).isEqualTo(new ProxyCounts(1, 0, 1));
  }

  @Test
  void flipsNewConnectionsAndLeavesOpenOnes() throws Exception {
    Way.Ends old = way.connect();
    try (ServerSocket other = Way.listener()) {
      way.proxyHandle.flip(Way.addressOf(other));
      Way.Ends fresh = way.connect(other);
      fresh.pingPong();
      old.pingPong();
      Way.expectNobody(way.target);
    }
  }

  @Test
  void cutEndsBothSidesInOrder() throws Exception {
    Way.Ends ends = way.connect();
    ends.pingPong();
    Way.send(ends.server(), "unread");
    TimeUnit.MILLISECONDS.sleep(50);
    way.proxyHandle.cut();
    assertThat(way.proxyHandle.counts().open()).isZero();
    Way.expect(ends.client(), "unread");
    assertThat(ends.client().getInputStream().read()).isEqualTo(-1);
    assertThat(ends.server().getInputStream().read()).isEqualTo(-1);
    way.connect().pingPong();
  }

  @Test
  void cutEndsInOrderWhatHasNotBeenReadToo() throws Exception {
    Way.Ends ends = way.connect();
    ends.pingPong();
    way.proxyHandle.silence(Direction.BOTH);
    Way.send(ends.client(), "unread by the proxy");
    Way.send(ends.server(), "unread by the proxy");
    way.proxyHandle.cut();
    assertThat(ends.client().getInputStream().read()).isEqualTo(-1);
    assertThat(ends.server().getInputStream().read()).isEqualTo(-1);
    // After a reset these would fail with a broken pipe.
    Way.send(ends.client(), "into the void");
    Way.send(ends.server(), "into the void");
  }

  @Test
  void resetResetsBothSides() throws Exception {
    Way.Ends ends = way.connect();
    ends.pingPong();
    way.proxyHandle.reset();
    assertThat(way.proxyHandle.counts().open()).isZero();
    assertReset(ends.client());
    assertReset(ends.server());
    way.connect().pingPong();
  }

  @Test
  void countsWhatIsOpenAndWhatWasAccepted() throws Exception {
    Way.Ends one = way.connect();
    Way.Ends two = way.connect();
    one.pingPong();
    two.pingPong();
    assertThat(way.proxyHandle.counts()).isEqualTo(new ProxyCounts(2, 2, 0));
    one.client().close();
    one.server().close();
    awaitOpen(1);
    assertThat(way.proxyHandle.counts()).isEqualTo(new ProxyCounts(2, 1, 0));
  }

  @Test
  void saysWhyItCannotListen() {
    assertThatThrownBy(() -> proxy.open("second", Way.addressOf(way.target), Way.loopback(1)))
        .isInstanceOf(TargetException.class)
        .hasMessageContaining("proxy second cannot listen")
        .hasMessageContaining("Address already in use");
  }

  @Test
  void freesItsPortAndResetsItsConnectionsWhenItIsClosed() throws Exception {
    Way.Ends ends = way.connect();
    ends.pingPong();
    way.proxyHandle.close();
    assertReset(ends.client());
    try (ServerSocket successor = new ServerSocket()) {
      successor.setReuseAddress(false);
      successor.bind(Way.loopback(way.proxyHandle.port()));
      assertThat(successor.isBound()).isTrue();
    }
    assertThatThrownBy(() -> way.proxyHandle.cut())
        .isInstanceOf(TargetException.class)
        .hasMessageContaining("it is closed");
  }

  static void assertReset(Socket socket) {
    assertThatThrownBy(() -> socket.getInputStream().read())
        .isInstanceOf(SocketException.class)
        .hasMessage("Connection reset");
  }

  /** The reset may come so early that it is the connect that fails. */
  static void assertConnectIsReset(ProxyHandle handle) {
    assertThatThrownBy(
            () -> {
              try (Socket client = new Socket(handle.host(), handle.port())) {
                client.setSoTimeout(Way.PATIENCE_MILLIS);
                client.getInputStream().read();
              }
            })
        .isInstanceOf(SocketException.class)
        .hasMessageStartingWith("Connection reset");
  }

  static void abort(Socket socket) throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  private void awaitOpen(long count) throws Exception {
    for (int poll = 0; poll < 500 && way.proxyHandle.counts().open() != count; poll++) {
      TimeUnit.MILLISECONDS.sleep(10);
    }
    assertThat(way.proxyHandle.counts().open()).isEqualTo(count);
  }

  private static CompletableFuture<Void> write(Socket socket, byte[] bytes) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            socket.getOutputStream().write(bytes);
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        },
        run -> new Thread(run).start());
  }

  private static CompletableFuture<byte[]> read(Socket socket, int length) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return socket.getInputStream().readNBytes(length);
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        },
        run -> new Thread(run).start());
  }
}
