package io.github.bmt4j.server.process;

import io.github.bmt4j.failure.TargetException;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/**
 * A loopback address for every node, and one port for all of them. The port was free a moment ago
 * there, and also where endpoints listen in front of the nodes: on 127.0.0.1, and on 127.0.1.2 for
 * 127.0.0.2 and so on. No other command of this machine takes it until this is closed: each command
 * first binds a port on 127.0.2.1.
 *
 * @param port below those that systems give to outgoing connections, so that a node that was down
 *     finds it free
 * @param reservation holds the port on 127.0.2.1; unbound on a machine without that address
 */
record NodeAddresses(List<String> hosts, int port, ServerSocket reservation)
    implements AutoCloseable {
  private static final String RESERVED = "127.0.2.1";
  private static final int LAST_PORT = 30_000;
  private static final int PORTS = 10_000;
  private static final int PORTS_TRIED = 100;

  NodeAddresses {
    hosts = List.copyOf(hosts);
  }

  /** A port for a single server, free a moment ago on a host and reserved for no cluster. */
  static int freePort(String host) throws IOException {
    for (int attempt = 0; attempt < PORTS_TRIED; attempt++) {
      int port = candidate();
      if (isFree(host, port) && (isFree(RESERVED, port) || !isFree(RESERVED, 0))) {
        return port;
      }
    }
    throw new IOException("no port is free on " + host);
  }

  private static int candidate() {
    int last = Math.min(LAST_PORT, firstOutgoing());
    return Math.max(1024, last - ThreadLocalRandom.current().nextInt(1, PORTS));
  }

  /** The first port that Linux gives to outgoing connections; elsewhere they are higher. */
  private static int firstOutgoing() {
    // The kernel returns the line only to the first read, which must be long enough.
    try (BufferedReader range =
        Files.newBufferedReader(Path.of("/proc/sys/net/ipv4/ip_local_port_range"))) {
      int first = Integer.parseInt(String.valueOf(range.readLine()).split("\\s+", -1)[0]);
      return first > 2 * 1024 ? first : LAST_PORT;
    } catch (IOException | NumberFormatException e) {
      return LAST_PORT;
    }
  }

  /** Releases the port. */
  @Override
  public void close() {
    try {
      reservation.close();
    } catch (IOException e) {
      // Freed at the latest when this process ends.
    }
  }

  /**
   * Addresses for a number of nodes.
   *
   * @throws TargetException when this machine lacks one of them, or has no free port
   */
  static NodeAddresses find(int nodes) throws TargetException {
    List<Integer> numbers = IntStream.range(2, nodes + 2).boxed().toList();
    List<String> hosts = numbers.stream().map(i -> "127.0.0." + i).toList();
    List<String> all = new ArrayList<>(List.of("127.0.0.1"));
    numbers.forEach(i -> all.addAll(List.of("127.0.0." + i, "127.0.1." + i)));
    demand(all);
    boolean reserving = isFree(RESERVED, 0);
    for (int attempt = 0; attempt < PORTS_TRIED; attempt++) {
      int port = candidate();
      try {
        ServerSocket reservation = new ServerSocket();
        if (reserving) {
          reservation.bind(new InetSocketAddress(RESERVED, port), 1);
        }
        if (all.stream().allMatch(host -> isFree(host, port))) {
          return new NodeAddresses(hosts, port, reservation);
        }
        reservation.close();
      } catch (IOException e) {
        // Another command has it.
      }
    }
    throw new TargetException("no port is free on all of " + String.join(", ", all));
  }

  /** Makes sure that this machine has all the addresses: any port will do. */
  static void demand(List<String> hosts) throws TargetException {
    List<String> missing = hosts.stream().filter(host -> !isFree(host, 0)).toList();
    if (!missing.isEmpty()) {
      throw new TargetException(
          "the nodes of a cluster listen on loopback addresses that this machine lacks: add them"
              + " with "
              + String.join(
                  " && ",
                  missing.stream().map(host -> "sudo ifconfig lo0 alias " + host).toList()));
    }
  }

  private static boolean isFree(String host, int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getByName(host), port), 1);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
