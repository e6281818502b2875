package io.github.bmt4j.server.process;

import io.github.bmt4j.failure.TargetException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A loopback address for every node, and one port for all of them. The port was free a moment ago
 * there, and also where endpoints listen in front of the nodes: on 127.0.0.1, and on 127.0.1.2 for
 * 127.0.0.2 and so on.
 *
 * @param hosts one for each node
 * @param port below those that systems give to outgoing connections, so that a node that was down
 *     finds it free
 */
record NodeAddresses(List<String> hosts, int port) {
  private static final int FIRST_PORT = 20_000;
  private static final int PORTS = 10_000;
  private static final int PORTS_TRIED = 100;

  NodeAddresses {
    hosts = List.copyOf(hosts);
  }

  /**
   * Addresses for so many nodes.
   *
   * @throws TargetException when this machine lacks one of them, or has no port free
   */
  static NodeAddresses find(int nodes) throws TargetException {
    List<String> hosts = new ArrayList<>();
    List<String> all = new ArrayList<>(List.of("127.0.0.1"));
    for (int i = 2; i < nodes + 2; i++) {
      hosts.add("127.0.0." + i);
      all.add("127.0.0." + i);
      all.add("127.0.1." + i);
    }
    demand(all);
    for (int attempt = 0; attempt < PORTS_TRIED; attempt++) {
      int port = FIRST_PORT + ThreadLocalRandom.current().nextInt(PORTS);
      if (all.stream().allMatch(host -> isFree(host, port))) {
        return new NodeAddresses(hosts, port);
      }
    }
    throw new TargetException(
        "no port from " + FIRST_PORT + " on is free on all of " + String.join(", ", all));
  }

  /** Makes sure that this machine has all the addresses: any port will do. */
  static void demand(List<String> hosts) throws TargetException {
    List<String> missing = hosts.stream().filter(host -> !isFree(host, 0)).toList();
    if (!missing.isEmpty()) {
      throw new TargetException(
          "the nodes of a cluster listen on loopback addresses that this machine lacks: add them with "
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
