package io.github.bmt4j.it;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A server that was killed and started again, on the same port and data. Closing it kills it. */
final class Restarted implements AutoCloseable {
  private final Process process;
  private final Duration dead;

  private Restarted(Process process, Duration dead) {
    this.process = process;
    this.dead = dead;
  }

  /**
   * Kills a server, waits for its end and then a while, and starts it again with the same command
   * line.
   */
  static Restarted afterKilling(long pid, Duration away) throws IOException {
    ProcessHandle server = ProcessHandle.of(pid).orElseThrow();
    List<String> command = new ArrayList<>(List.of(server.info().command().orElseThrow()));
    for (String argument : server.info().arguments().orElseThrow()) {
      // Its statements were deleted when they had been read.
      if (!argument.startsWith("--init-file=")) {
        command.add(argument);
      }
    }
    Signals.send("KILL", pid);
    Await.until("the end of " + pid, () -> !server.isAlive());
    long deadNanos = System.nanoTime();
    Await.pass(away);
    Path log = Bmt.newFolder("server").resolve("log");
    ProcessBuilder again =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    Duration dead = Duration.ofNanos(System.nanoTime() - deadNanos);
    return new Restarted(again.start(), dead);
  }

  /** How long there was no server for certain; it was away for longer than that. */
  Duration dead() {
    return dead;
  }

  /** Waits until it listens. */
  void awaitPort(int port) {
    Await.until("port " + port, () -> listens(port));
  }

  static boolean listens(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
