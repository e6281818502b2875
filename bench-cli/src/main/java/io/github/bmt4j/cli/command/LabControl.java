package io.github.bmt4j.cli.command;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Secret;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;

/**
 * The control channel of a lab that is up: a socket on 127.0.0.1. Who speaks first says a secret
 * and one request, each on a line; the answer is a word ({@code ok}, {@code bad} or {@code failed})
 * and lines for people. A request to end is answered at once, and its connection is closed when the
 * command has ended.
 */
public final class LabControl implements AutoCloseable {
  static final String OK = "ok";
  static final String BAD = "bad";
  static final String FAILED = "failed";
  private static final int CONNECT_MILLIS = 2_000;

  /** More than a lab takes for any request. */
  private static final int ANSWER_MILLIS = 120_000;

  private static final int QUESTION_MILLIS = 5_000;
  private static final int QUESTION_CHARS = 200;

  private final ServerSocket socket;
  private final Secret secret;
  private final Answers answers;
  private final Runnable end;

  private LabControl(ServerSocket socket, Secret secret, Answers answers, Runnable end) {
    this.socket = socket;
    this.secret = secret;
    this.answers = answers;
    this.end = end;
  }

  /** Who does what is asked. */
  interface Answers {
    /** Lines for people. One request at a time. */
    List<String> to(LabRequest request) throws TargetException;
  }

  /**
   * Listens, with a new secret.
   *
   * @param end is run when a request to end has been answered
   */
  static LabControl open(Answers answers, Runnable end) throws IOException {
    ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    LabControl control = new LabControl(socket, Secret.random(32), answers, end);
    daemon(control::listen, "bmt-lab-control");
    return control;
  }

  /** How others reach it. */
  LabFiles.Control address() {
    return new LabFiles.Control(socket.getLocalPort(), secret, ProcessHandle.current().pid());
  }

  private void listen() {
    while (!socket.isClosed()) {
      try {
        Socket visitor = socket.accept();
        daemon(() -> serve(visitor), "bmt-lab-visitor");
      } catch (IOException e) {
        // Closed; or a visitor has gone before he was let in.
      }
    }
  }

  private static void daemon(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  private void serve(Socket visitor) {
    try (visitor) {
      visitor.setSoTimeout(QUESTION_MILLIS);
      BufferedReader in = reader(visitor);
      if (!isSecret(line(in))) {
        return;
      }
      String question = line(in);
      String answer = answer(question);
      boolean ends = answer.startsWith(OK) && question.startsWith(LabRequest.Kind.DOWN.word());
      try {
        Writer out = writer(visitor);
        out.write(answer);
        out.flush();
      } finally {
        if (ends) {
          end.run();
        }
      }
      if (ends) {
        // The end of this process closes it.
        visitor.setSoTimeout(0);
        in.read();
      }
    } catch (IOException e) {
      // The visitor has gone, or says nothing.
    }
  }

  private boolean isSecret(String said) {
    return MessageDigest.isEqual(
        said.getBytes(StandardCharsets.UTF_8), secret.reveal().getBytes(StandardCharsets.UTF_8));
  }

  private synchronized String answer(String question) {
    try {
      List<String> lines = answers.to(LabRequest.parse(question));
      return OK + "\n" + String.join("\n", lines) + "\n";
    } catch (BadInputException e) {
      return BAD + "\n" + e.getMessage() + "\n";
    } catch (TargetException | RuntimeException e) {
      return FAILED + "\n" + e.getMessage() + "\n";
    }
  }

  /** A line of what may be sent by anybody: not read without a limit. */
  private static String line(BufferedReader in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
      if (line.length() == QUESTION_CHARS) {
        throw new IOException("too long");
      }
      line.append((char) c);
    }
    return line.toString();
  }

  /**
   * Asks a lab that is up.
   *
   * @return lines for people
   * @throws TargetException when there is none, or it cannot do that
   */
  static List<String> ask(LabFiles.Control lab, LabRequest request) throws TargetException {
    List<String> lines = new ArrayList<>();
    try (Socket socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), lab.port()), CONNECT_MILLIS);
      socket.setSoTimeout(ANSWER_MILLIS);
      Writer out = writer(socket);
      out.write(lab.secret().reveal() + "\n" + request.line() + "\n");
      out.flush();
      BufferedReader in = reader(socket);
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        lines.add(line);
      }
    } catch (IOException e) {
      if (lines.isEmpty()) {
        throw notUp();
      }
      // Torn off by the end of the process: it had answered.
    }
    return understood(lines);
  }

  private static List<String> understood(List<String> lines) throws TargetException {
    if (lines.isEmpty()) {
      throw notUp();
    }
    List<String> answer = lines.subList(1, lines.size());
    switch (lines.get(0)) {
      case OK -> {
        return answer;
      }
      case BAD -> throw new BadInputException(String.join(" ", answer));
      case FAILED -> throw new TargetException(String.join(" ", answer));
      default -> throw notUp();
    }
  }

  /** The message when no lab answers. */
  static TargetException notUp() {
    return new TargetException("no lab is up: start one with bmt lab up");
  }

  private static BufferedReader reader(Socket socket) throws IOException {
    return new BufferedReader(
        new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
  }

  private static Writer writer(Socket socket) throws IOException {
    return new OutputStreamWriter(socket.getOutputStream(), StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // It ends with this process.
    }
  }
}
