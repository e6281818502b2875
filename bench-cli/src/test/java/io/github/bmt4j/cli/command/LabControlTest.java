package io.github.bmt4j.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Secret;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The control channel over real sockets. */
class LabControlTest {
  private final List<LabRequest> asked = new CopyOnWriteArrayList<>();
  @AutoClose private LabControl control;

  @BeforeEach
  void open() throws IOException {
    control = LabControl.open(this::answer, () -> {});
  }

  private List<String> answer(LabRequest request) throws TargetException {
    asked.add(request);
    if (request.node().equals("node9")) {
      throw new BadInputException("no such node");
    }
    if (request.kind() == LabRequest.Kind.KILL) {
      throw new TargetException("node1 is down");
    }
    return List.of("first line", "zweite Zeile: ü");
  }

  @Test
  void answersWhoKnowsTheSecret() throws Exception {
    assertThat(ask(LabRequest.Kind.STATUS, "")).containsExactly("first line", "zweite Zeile: ü");
    assertThat(ask(LabRequest.Kind.PROMOTE, "node2")).hasSize(2);
    assertThat(asked)
        .containsExactly(
            new LabRequest(LabRequest.Kind.STATUS, ""),
            new LabRequest(LabRequest.Kind.PROMOTE, "node2"));
  }

  @Test
  void tellsBadInputFromWhatCannotBeDone() {
    assertThatThrownBy(() -> ask(LabRequest.Kind.PROMOTE, "node9"))
        .isInstanceOf(BadInputException.class)
        .hasMessage("no such node");
    assertThatThrownBy(() -> ask(LabRequest.Kind.KILL, ""))
        .isInstanceOf(TargetException.class)
        .hasMessage("node1 is down");
  }

  @Test
  void doesNothingForWhoDoesNotKnowTheSecret() throws Exception {
    LabFiles.Control wrong =
        new LabFiles.Control(control.address().port(), Secret.of("guessed"), 1);
    assertThatThrownBy(() -> LabControl.ask(wrong, new LabRequest(LabRequest.Kind.DOWN, "")))
        .isInstanceOf(TargetException.class)
        .hasMessageStartingWith("no lab is up");
    assertThat(said("x".repeat(10_000))).isEmpty();
    assertThat(said("GET / HTTP/1.1\n\n")).isEmpty();
    assertThat(asked).isEmpty();
    assertThat(ask(LabRequest.Kind.STATUS, "")).hasSize(2);
  }

  @Test
  void saysThatItDoesNotKnowARequest() throws Exception {
    assertThat(said(control.address().secret().reveal() + "\nexplode now\n"))
        .isEqualTo("bad\nthis lab does not know explode\n");
    assertThat(asked).isEmpty();
  }

  @Test
  void keepsWhoAskedForTheEndUntilItsProcessEnds() throws Exception {
    try (Socket socket = connect()) {
      write(socket, control.address().secret().reveal() + "\ndown \n");
      byte[] answer = "ok\nfirst line\nzweite Zeile: ü\n".getBytes(StandardCharsets.UTF_8);
      assertThat(socket.getInputStream().readNBytes(answer.length)).isEqualTo(answer);
      socket.setSoTimeout(300);
      assertThatThrownBy(() -> socket.getInputStream().read())
          .isInstanceOf(SocketTimeoutException.class);
    }
  }

  /** What is not sent when the process ends is lost. */
  @Test
  void sendsItsAnswerBeforeItBeginsToEnd() throws Exception {
    CompletableFuture<String> sent = new CompletableFuture<>();
    try (Socket socket = new Socket();
        LabControl lab = LabControl.open(this::answer, () -> sent.complete(begin(socket)))) {
      LabFiles.Control at = lab.address();
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), at.port()));
      socket.setSoTimeout(1_000);
      write(socket, at.secret().reveal() + "\ndown \n");
      assertThat(sent.get(10, TimeUnit.SECONDS)).isEqualTo("ok");
    }
  }

  private static String begin(Socket socket) {
    try {
      return new String(socket.getInputStream().readNBytes(2), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return e.toString();
    }
  }

  @Test
  void findsNoLabWhereNobodyListensOrSomebodyElse() throws Exception {
    int port = control.address().port();
    control.close();
    LabRequest status = new LabRequest(LabRequest.Kind.STATUS, "");
    LabFiles.Control gone = new LabFiles.Control(port, Secret.of("s"), 1);
    assertThatThrownBy(() -> LabControl.ask(gone, status))
        .isInstanceOf(TargetException.class)
        .hasMessageStartingWith("no lab is up");
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread somebody = new Thread(() -> greet(other));
      somebody.start();
      LabFiles.Control elsewhere = new LabFiles.Control(other.getLocalPort(), Secret.of("s"), 1);
      assertThatThrownBy(() -> LabControl.ask(elsewhere, status))
          .isInstanceOf(TargetException.class)
          .hasMessageStartingWith("no lab is up");
      somebody.join();
    }
  }

  private static void greet(ServerSocket server) {
    try (Socket visitor = server.accept()) {
      write(visitor, "220 mail.example ESMTP\n");
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private List<String> ask(LabRequest.Kind kind, String node) throws TargetException {
    return LabControl.ask(control.address(), new LabRequest(kind, node));
  }

  /** What is said to somebody who sends this; nothing when the connection is torn off. */
  private String said(String text) throws IOException {
    try (Socket socket = connect()) {
      write(socket, text);
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (SocketException e) {
      return "";
    }
  }

  private Socket connect() throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), control.address().port());
  }

  private static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    socket.getOutputStream().flush();
  }
}
