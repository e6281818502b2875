import io.github.bmt4j.failover.proxy.ProxyHandle;
import io.github.bmt4j.failover.proxy.TcpProxy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * What the proxy adds to a round trip: 200 bytes there and back, 400 a second through the proxy and as many straight to the
 * same echo server, in turn. Arguments: seconds, and idle connections that the proxy holds meanwhile. Needs bench-core and
 * its libraries on the class path:
 * {@code java -cp 'bench-cli/target/bmt.jar:bench-cli/target/lib/*' benchmarks/ProxyLatency.java 20 0}
 */
final class ProxyLatency {
  private static final int BYTES = 200;
  private static final int WARM_UP = 2_000;
  private static final long PAUSE_NANOS = 1_250_000;

  public static void main(String[] args) throws Exception {
    int count = Integer.parseInt(args[0]) * 400;
    int idle = Integer.parseInt(args[1]);
    InetAddress here = InetAddress.getLoopbackAddress();
    try (TcpProxy proxy = TcpProxy.start();
        ServerSocket server = new ServerSocket(0, 4_000, here)) {
      InetSocketAddress target = new InetSocketAddress(here, server.getLocalPort());
      ProxyHandle handle = proxy.open("latency", new InetSocketAddress(here, 0), target);
      List<Socket> kept = new ArrayList<>();
      for (int i = 0; i < idle; i++) {
        kept.add(new Socket(handle.host(), handle.port()));
        kept.add(server.accept());
      }
      Socket straight = connect(server, here.getHostAddress(), server.getLocalPort());
      Socket through = connect(server, handle.host(), handle.port());
      long[] straightNanos = new long[count];
      long[] throughNanos = new long[count];
      long due = System.nanoTime();
      for (int i = -WARM_UP; i < count; i++) {
        for (int half = 0; half < 2; half++) {
          boolean first = (half == 0) == (i % 2 == 0);
          due += PAUSE_NANOS;
          for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
            LockSupport.parkNanos(left);
          }
          long nanos = roundTrip(first ? straight : through);
          if (i >= 0) {
            (first ? straightNanos : throughNanos)[i] = nanos;
          }
        }
      }
      print("straight", straightNanos);
      print("through the proxy", throughNanos);
      for (Socket socket : kept) {
        socket.close();
      }
    }
  }

  private static Socket connect(ServerSocket server, String host, int port) throws IOException {
    Socket client = new Socket(host, port);
    client.setTcpNoDelay(true);
    Socket other = server.accept();
    other.setTcpNoDelay(true);
    Thread echo = new Thread(() -> echo(other));
    echo.setDaemon(true);
    echo.start();
    return client;
  }

  private static void echo(Socket socket) {
    try (socket) {
      byte[] bytes = new byte[BYTES];
      while (socket.getInputStream().readNBytes(bytes, 0, BYTES) == BYTES) {
        socket.getOutputStream().write(bytes);
      }
    } catch (IOException e) {
      // The client has left.
    }
  }

  private static long roundTrip(Socket socket) throws IOException {
    byte[] bytes = new byte[BYTES];
    long start = System.nanoTime();
    socket.getOutputStream().write(bytes);
    if (socket.getInputStream().readNBytes(bytes, 0, BYTES) < BYTES) {
      throw new IOException("the connection has ended");
    }
    return System.nanoTime() - start;
  }

  private static void print(String what, long[] nanos) {
    Arrays.sort(nanos);
    System.out.printf(
        "%-16s p50 %.1f µs, p95 %.1f µs, p99 %.1f µs, %,d round trips%n",
        what,
        nanos[nanos.length / 2] / 1e3,
        nanos[nanos.length * 95 / 100] / 1e3,
        nanos[nanos.length * 99 / 100] / 1e3,
        nanos.length);
  }

  private ProxyLatency() {}
}
