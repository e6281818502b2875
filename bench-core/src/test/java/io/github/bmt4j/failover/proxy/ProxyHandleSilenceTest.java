package io.github.bmt4j.failover.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failover.proxy.TcpProxy.Direction;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What a proxy does to bytes on their way: silence and delay. */
class ProxyHandleSilenceTest extends ProxyFixture {
  @Test
  void silentRequestsWaitAndRepliesPass() throws Exception {
    Way.Ends ends = way.connect();
    ends.pingPong();
    way.proxyHandle.silence(Direction.REQUESTS);
    Way.send(ends.client(), "held");
    Way.send(ends.server(), "passes");
    Way.expect(ends.client(), "passes");
    Way.expectNothing(ends.server());
    way.proxyHandle.speak();
    Way.expect(ends.server(), "held");
    ends.pingPong();
  }

  @Test
  void silentRepliesWaitAndRequestsPass() throws Exception {
    Way.Ends ends = way.connect();
    ends.pingPong();
    way.proxyHandle.silence(Direction.REPLIES);
    Way.send(ends.server(), "held");
    Way.send(ends.client(), "passes");
    Way.expect(ends.server(), "passes");
    Way.expectNothing(ends.client());
    way.proxyHandle.speak();
    Way.expect(ends.client(), "held");
    ends.pingPong();
  }

  @Test
  void silenceInBothDirectionsLetsNothingPass() throws Exception {
    Way.Ends ends = way.connect();
    way.proxyHandle.silence(Direction.BOTH);
    Way.send(ends.client(), "asked");
    Way.send(ends.server(), "answered");
    Way.expectNothing(ends.client());
    Way.expectNothing(ends.server());
    way.proxyHandle.speak();
    Way.expect(ends.client(), "answered");
    Way.expect(ends.server(), "asked");
  }

  @Test
  void connectionsMadeInSilenceAreAcceptedAndGoOnAfterwardsToTheTargetOfThen() throws Exception {
    way.proxyHandle.silence(Direction.BOTH);
    Socket client = way.client(Way.PATIENCE_MILLIS);
    Way.send(client, "early");
    Way.expectNobody(way.target);
    Way.expectNothing(client);
    try (ServerSocket other = Way.listener()) {
      way.proxyHandle.flip(Way.addressOf(other));
      way.proxyHandle.speak();
      Socket server = way.accept(other);
      Way.expect(server, "early");
      new Way.Ends(client, server).pingPong();
    }
  }

  @Test
  void serversThatGreetAreReachedButNotHeardWhileRepliesAreSilent() throws Exception {
    way.proxyHandle.silence(Direction.REPLIES);
    Socket client = way.client(Way.PATIENCE_MILLIS);
    Socket server = way.accept(way.target);
    Way.send(server, "hello");
    Way.expectNothing(client);
    way.proxyHandle.speak();
    Way.expect(client, "hello");
  }

  @Test
  void clientsThatLeaveInSilenceNeverReachTheTarget() throws Exception {
    way.proxyHandle.silence(Direction.BOTH);
    way.client(Way.PATIENCE_MILLIS).close();
    ProxyHandleTest.abort(way.client(Way.PATIENCE_MILLIS));
    way.proxyHandle.speak();
    Way.expectNobody(way.target);
    assertThat(way.proxyHandle.counts().open()).isZero();
  }

  @Test
  void endsOfConnectionsAreNotHeardInSilence() throws Exception {
    Way.Ends reset = way.connect();
    Way.Ends closed = way.connect();
    Way.Ends refused = way.connect();
    way.proxyHandle.silence(Direction.REPLIES);
    ProxyHandleTest.abort(reset.server());
    closed.server().close();
    refused.server().close();
    Way.expectNothing(reset.client());
    Way.expectNothing(closed.client());
    // The request of this one is answered by a reset, which waits too.
    Way.send(refused.client(), "asked");
    TimeUnit.MILLISECONDS.sleep(50);
    Way.send(refused.client(), "again");
    Way.expectNothing(refused.client());
    way.proxyHandle.speak();
    ProxyHandleTest.assertReset(reset.client());
    assertThat(closed.client().getInputStream().read()).isEqualTo(-1);
    ProxyHandleTest.assertReset(refused.client());
  }

  @Test
  void aSilentConnectionTakesWhatTheBuffersHoldAndLosesNothing() throws Exception {
    InetSocketAddress address =
        new InetSocketAddress(way.proxyHandle.host(), way.proxyHandle.port());
    try (SocketChannel client = SocketChannel.open(address)) {
      Socket server = way.accept(way.target);
      way.proxyHandle.silence(Direction.REQUESTS);
      client.configureBlocking(false);
      int sent = 0;
      for (int quiet = 0; quiet < 20; ) {
        // The bytes count up, so that a lost one is seen.
        byte[] chunk = new byte[10_000];
        for (int i = 0; i < chunk.length; i++) {
          chunk[i] = (byte) ((sent + i) % 251);
        }
        int count = client.write(ByteBuffer.wrap(chunk));
        sent += count;
        quiet = count > 0 ? 0 : quiet + 1;
        TimeUnit.MILLISECONDS.sleep(count > 0 ? 0 : 10);
        assertThat(sent).as("bytes into silence").isLessThan(100_000_000);
      }
      way.proxyHandle.speak();
      byte[] received = server.getInputStream().readNBytes(sent);
      assertThat(received).hasSize(sent);
      for (int i = 0; i < sent; i++) {
        if (received[i] != (byte) (i % 251)) {
          throw new AssertionError("byte " + i + " of " + sent + " is wrong");
        }
      }
    }
  }

  @Test
  void aSilenceDelaysAnAnswerByItsLength() throws Exception {
    Way.Ends ends = way.connect();
    ends.pingPong();
    for (int millis : new int[] {50, 500}) {
      long silent = TimeUnit.MILLISECONDS.toNanos(millis);
      way.proxyHandle.silence(Direction.BOTH);
      long start = System.nanoTime();
      Way.send(ends.client(), "ping");
      Clock.SYSTEM.sleepUntil(start + silent, () -> false);
      way.proxyHandle.speak();
      Way.expect(ends.server(), "ping");
      Way.send(ends.server(), "pong");
      Way.expect(ends.client(), "pong");
      assertThat(System.nanoTime() - start).isBetween(silent, silent + 2_000_000_000L);
    }
  }

  @Test
  void delaysEachDirection() throws Exception {
    Way.Ends ends = way.connect();
    ends.pingPong();
    way.proxyHandle.delay(Duration.ofMillis(40), Duration.ZERO);
    long start = System.nanoTime();
    ends.pingPong();
    assertThat(System.nanoTime() - start).isBetween(80_000_000L, 2_000_000_000L);
    way.proxyHandle.delay(Duration.ZERO, Duration.ZERO);
    start = System.nanoTime();
    for (int i = 0; i < 20; i++) {
      ends.pingPong();
    }
    // With the delay it would be 1.6 s.
    assertThat(System.nanoTime() - start).isLessThan(1_600_000_000L);
  }

  @Test
  void aDelayReducesNeitherThroughputNorOrder() throws Exception {
    Way.Ends ends = way.connect();
    ends.pingPong();
    way.proxyHandle.delay(Duration.ofMillis(200), Duration.ofMillis(100));
    StringBuilder sent = new StringBuilder();
    long start = System.nanoTime();
    for (int i = 0; i < 100; i++) {
      String piece = "piece " + i + "\n";
      sent.append(piece);
      Way.send(ends.client(), piece);
      TimeUnit.MILLISECONDS.sleep(2);
    }
    Way.expect(ends.server(), sent.toString());
    // One after the other they would take 100 × 200 ms.
    assertThat(System.nanoTime() - start).isLessThan(10_000_000_000L);
  }

  @Test
  void aResetIsDelayedLikeBytes() throws Exception {
    Way.Ends ends = way.connect();
    ends.pingPong();
    way.proxyHandle.delay(Duration.ofMillis(200), Duration.ZERO);
    Way.send(ends.server(), "last words");
    TimeUnit.MILLISECONDS.sleep(20);
    long start = System.nanoTime();
    ProxyHandleTest.abort(ends.server());
    Way.expect(ends.client(), "last words");
    ProxyHandleTest.assertReset(ends.client());
    assertThat(System.nanoTime() - start).isBetween(200_000_000L, 2_000_000_000L);
  }
}
