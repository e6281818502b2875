package io.github.bmt4j.jmh;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A way to a server on which answers take 5 ms, so that whoever does not wait for them gets ahead.
 * It counts how often an answer followed questions, and can hold answers back.
 */
final class Relay implements AutoCloseable {
  private static final int ANSWER_MS = 5;

  private final ServerSocket listener;
  private final int serverPort;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final AtomicBoolean asked = new AtomicBoolean();
  private final AtomicInteger turns = new AtomicInteger();
  private final AtomicLong allowance = new AtomicLong(Long.MAX_VALUE);

  private Relay(ServerSocket listener, int serverPort) {
    this.listener = listener;
    this.serverPort = serverPort;
  }

  static Relay to(int serverPort) throws IOException {
    Relay relay = new Relay(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), serverPort);
    start("relay", relay::accept);
    return relay;
  }

  int port() {
    return listener.getLocalPort();
  }

  /** How often an answer followed one question or many. */
  int turns() {
    return turns.get();
  }

  /** Lets so many bytes of answers pass from now on, and a piece more. */
  void allow(long bytes) {
    allowance.set(bytes);
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  private void accept() throws IOException {
    while (true) {
      Socket client = listener.accept();
      Socket server = new Socket(listener.getInetAddress(), serverPort);
      client.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
      sockets.add(client);
      sockets.add(server);
      start("questions", () -> pass(client, server, this::question));
      start("answers", () -> pass(server, client, this::answer));
    }
  }

  private void question(int bytes) {
    asked.set(true);
  }

  private void answer(int bytes) throws InterruptedException {
    Thread.sleep(ANSWER_MS);
    while (allowance.get() <= 0) {
      Thread.sleep(ANSWER_MS);
    }
    allowance.addAndGet(-bytes);
    if (asked.getAndSet(false)) {
      turns.incrementAndGet();
    }
  }

  private static void pass(Socket from, Socket to, Step before)
      throws IOException, InterruptedException {
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] piece = new byte[16_384];
      for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
        before.on(read);
        out.write(piece, 0, read);
      }
    }
  }

  private interface Step {
    void on(int bytes) throws InterruptedException;
  }

  private interface Work {
    void run() throws IOException, InterruptedException;
  }

  private static void start(String name, Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException | InterruptedException e) {
                // One side has closed.
              }
            },
            name);
    thread.setDaemon(true);
    thread.start();
  }
}
