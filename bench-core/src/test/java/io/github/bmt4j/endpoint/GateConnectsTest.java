package io.github.bmt4j.endpoint;

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

/** What a gate does to those who want to connect: no answer, refusal. */
class GateConnectsTest extends GateFixture {
  private static final int SHORT_MILLIS = 500;

  @Test
  @EnabledOnOs(OS.LINUX)
  void tcpConnectBlackHole() throws Exception {
    Way.Ends open = way.connect();
    for (int round = 0; round < 3; round++) {
      way.gate.blockConnects(true);
      for (int attempt = 0; attempt < 3; attempt++) {
        assertThatThrownBy(() -> way.client(SHORT_MILLIS))
            .isInstanceOf(SocketTimeoutException.class);
      }
      open.pingPong();
      Way.expectNobody(way.target);
      way.gate.blockConnects(false);
      way.connect().pingPong();
      open.pingPong();
    }
    assertThat(way.gate.counts().accepted()).isEqualTo(4);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void connectsThatHungSucceedAfterTheBlackHole() throws Exception {
    way.gate.blockConnects(true);
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
    way.gate.blockConnects(false);
    Socket server = way.accept(way.target);
    Socket client = hanging.get(10, TimeUnit.SECONDS);
    new Way.Ends(client, server).pingPong();
  }

  @Test
  void refusesAtOnceAndComesBackAtTheSamePort() throws Exception {
    Way.Ends open = way.connect();
    for (int round = 0; round < 3; round++) {
      way.gate.refuse(true);
      assertThatThrownBy(() -> way.client(SHORT_MILLIS)).isInstanceOf(ConnectException.class);
      open.pingPong();
      way.gate.refuse(false);
      way.connect().pingPong();
      open.pingPong();
    }
  }

  @Test
  void itsPortStaysItsOwnWhileItRefuses() throws Exception {
    way.gate.refuse(true);
    try (Socket thief = new Socket()) {
      thief.setReuseAddress(false);
      assertThatThrownBy(() -> thief.bind(Way.loopback(way.gate.port())))
          .hasMessageContaining("Address already in use");
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void goesFromNoAnswerToRefusalAndBack() throws Exception {
    way.gate.blockConnects(true);
    way.gate.refuse(true);
    assertThatThrownBy(() -> way.client(SHORT_MILLIS)).isInstanceOf(ConnectException.class);
    way.gate.blockConnects(true);
    assertThatThrownBy(() -> way.client(SHORT_MILLIS)).isInstanceOf(SocketTimeoutException.class);
    way.gate.blockConnects(false);
    way.connect().pingPong();
    way.gate.refuse(false);
    way.connect().pingPong();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aBlockedGateCanBeClosed() throws Exception {
    way.gate.blockConnects(true);
    way.gate.close();
    assertThatThrownBy(() -> way.client(SHORT_MILLIS)).isInstanceOf(ConnectException.class);
  }
}
