package io.github.bmt4j.failover.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What a proxy does to those who want to connect: no answer, refusal. */
class ProxyHandleConnectsTest extends ProxyFixture {
  private static final int SHORT_MILLIS = 500;

  @Test
  @EnabledOnOs(OS.LINUX)
  void tcpConnectBlackHole() throws Exception {
    Way.Ends open = way.connect();
    for (int round = 0; round < 3; round++) {
      way.proxyHandle.blockConnects(true);
      for (int attempt = 0; attempt < 3; attempt++) {
        assertThatThrownBy(() -> way.client(SHORT_MILLIS))
            .isInstanceOf(SocketTimeoutException.class);
      }
      open.pingPong();
      Way.expectNobody(way.target);
      way.proxyHandle.blockConnects(false);
      way.connect().pingPong();
      open.pingPong();
    }
    assertThat(way.proxyHandle.counts().accepted()).isEqualTo(4);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void connectsThatHungSucceedAfterTheBlackHole() throws Exception {
    way.proxyHandle.blockConnects(true);
    CompletableFuture<Socket> hanging =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return way.client(Way.PATIENCE_MILLIS);
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            },
            run -> new Thread(run).start());
    TimeUnit.MILLISECONDS.sleep(SHORT_MILLIS);
    assertThat(hanging).isNotDone();
    way.proxyHandle.blockConnects(false);
    Socket server = way.accept(way.target);
    Socket client = hanging.get(10, TimeUnit.SECONDS);
    new Way.Ends(client, server).pingPong();
  }

  @Test
  void refusesAtOnceAndComesBackAtTheSamePort() throws Exception {
    Way.Ends open = way.connect();
    for (int round = 0; round < 3; round++) {
      way.proxyHandle.refuse(true);
      assertThatThrownBy(() -> way.client(SHORT_MILLIS)).isInstanceOf(ConnectException.class);
      open.pingPong();
      way.proxyHandle.refuse(false);
      way.connect().pingPong();
      open.pingPong();
    }
  }

  @Test
  void itsPortStaysItsOwnWhileItRefuses() throws Exception {
    way.proxyHandle.refuse(true);
    try (Socket thief = new Socket()) {
      thief.setReuseAddress(false);
      assertThatThrownBy(() -> thief.bind(Way.loopback(way.proxyHandle.port())))
          .hasMessageContaining("Address already in use");
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void goesFromNoAnswerToRefusalAndBack() throws Exception {
    way.proxyHandle.blockConnects(true);
    way.proxyHandle.refuse(true);
    assertThatThrownBy(() -> way.client(SHORT_MILLIS)).isInstanceOf(ConnectException.class);
    way.proxyHandle.blockConnects(true);
    assertThatThrownBy(() -> way.client(SHORT_MILLIS)).isInstanceOf(SocketTimeoutException.class);
    way.proxyHandle.blockConnects(false);
    way.connect().pingPong();
    way.proxyHandle.refuse(false);
    way.connect().pingPong();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aBlockedPortCanBeClosed() throws Exception {
    way.proxyHandle.blockConnects(true);
    way.proxyHandle.close();
    assertThatThrownBy(() -> way.client(SHORT_MILLIS)).isInstanceOf(ConnectException.class);
  }
}
