package io.github.bmt4j.failover.proxy;

import io.github.bmt4j.failure.TargetException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A target, a proxy before it, and connections with both ends in the hands of a test. */
final class Way implements AutoCloseable {
  static final int PATIENCE_MILLIS = 10_000;

  /** So long nothing has to come before a test believes that nothing comes. */
  private static final int QUIET_MILLIS = 300;

  /** Both ends of a connection through the proxy. */
  record Ends(Socket client, Socket server) {
    /** A question and its answer pass. */
    void pingPong() throws IOException {
      send(client, "ping");
      expect(server, "ping");
      send(server, "pong");
      expect(client, "pong");
    }
  }

  final ServerSocket target;
  final ProxyHandle proxyHandle;
  private final List<Socket> sockets = new ArrayList<>();

  Way(TcpProxy proxy) throws IOException, TargetException {
    target = listener();
    proxyHandle = proxy.open("test", loopback(0), addressOf(target));
  }

  /** A server of its own, on any port. */
  static ServerSocket listener() throws IOException {
    ServerSocket server = new ServerSocket(0, 500, InetAddress.getLoopbackAddress());
    server.setSoTimeout(PATIENCE_MILLIS);
    return server;
  }

  static InetSocketAddress addressOf(ServerSocket server) {
    return loopback(server.getLocalPort());
  }

  static InetSocketAddress loopback(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  /** A new connection through the proxy to the target. */
  Ends connect() throws IOException {
    return connect(target);
  }

  Ends connect(ServerSocket to) throws IOException {
    Socket client = client(PATIENCE_MILLIS);
    return new Ends(client, accept(to));
  }

  /** A client's end alone. */
  Socket client(int timeoutMillis) throws IOException {
    Socket client = new Socket();
    sockets.add(client);
    client.connect(new InetSocketAddress(proxyHandle.host(), proxyHandle.port()), timeoutMillis);
    client.setTcpNoDelay(true);
    client.setSoTimeout(PATIENCE_MILLIS);
    return client;
  }

  Socket accept(ServerSocket from) throws IOException {
    Socket server = from.accept();
    sockets.add(server);
    server.setTcpNoDelay(true);
    server.setSoTimeout(PATIENCE_MILLIS);
    return server;
  }

  static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
  }

  /** Exactly this comes next. */
  static void expect(Socket socket, String text) throws IOException {
    byte[] read = socket.getInputStream().readNBytes(text.length());
    String got = new String(read, StandardCharsets.US_ASCII);
    if (!got.equals(text)) {
      throw new AssertionError("expected " + text + ", got " + got);
    }
  }

  /** Neither bytes nor an end come for a while. */
  static void expectNothing(Socket socket) throws IOException {
    socket.setSoTimeout(QUIET_MILLIS);
    try {
      int got = socket.getInputStream().read();
      throw new AssertionError("expected nothing, got " + got);
    } catch (SocketTimeoutException e) {
      socket.setSoTimeout(PATIENCE_MILLIS);
    }
  }

  /** Nobody connects for a while. */
  static void expectNobody(ServerSocket server) throws IOException {
    server.setSoTimeout(QUIET_MILLIS);
    try (Socket visitor = server.accept()) {
      throw new AssertionError("expected nobody, got " + visitor);
    } catch (SocketTimeoutException e) {
      server.setSoTimeout(PATIENCE_MILLIS);
    }
  }

  @Override
  public void close() throws IOException, TargetException {
    for (Socket socket : sockets) {
      socket.close();
    }
    target.close();
    proxyHandle.close();
  }
}
