package io.github.bmt4j.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;

/** The installed HAProxy with a configuration of a test. */
public final class HaProxyProcess implements AutoCloseable {
  private static final String DEFAULTS =
      """
      defaults
          mode tcp
          timeout connect 4s
          timeout client 1m
          timeout server 1m
      """;

  private final Process process;

  private HaProxyProcess(Process process) {
    this.process = process;
  }

  /**
   * Starts it, and waits until it listens.
   *
   * @param folder for its files
   * @param listens sections of the configuration
   * @param port one of its ports on the loopback address
   */
  public static HaProxyProcess start(Path folder, String listens, int port) throws Exception {
    Path config = Files.writeString(folder.resolve("haproxy.cfg"), DEFAULTS + listens);
    HaProxyProcess started =
        new HaProxyProcess(
            new ProcessBuilder(ItServers.haproxy().toString(), "-db", "-f", config.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("haproxy.log").toFile())
                .start());
    long end = System.nanoTime() + 10_000_000_000L;
    while (true) {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
        return started;
      } catch (IOException e) {
        assertThat(System.nanoTime()).as("HAProxy listens in time: %s", e).isLessThan(end);
        Thread.sleep(5);
      }
    }
  }

  public static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  public long pid() {
    return process.pid();
  }

  /** Kills it, with its connections. */
  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
