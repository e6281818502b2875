package io.github.bmt4j.server;

import io.github.bmt4j.server.Cluster.Node;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An address at which HAProxy listens, and the servers behind it.
 *
 * @param check query that returns 0 on a server that is UP; absent if all are taken to be
 * @param shared true if all servers that are UP share the connections, false if the first of them
 *     has them all
 */
public record HaProxyListen(
    String name,
    InetSocketAddress address,
    List<Server> servers,
    @Nullable String check,
    boolean shared) {
  /** Name of that which leads to the primary. */
  static final String PRIMARY = "primary";

  /** Succeeds on a server that is not read-only. */
  private static final String READ_ONLY = "SELECT @@global.read_only";

  /** Succeeds on a node of Galera that is a synced member. */
  private static final String UNSYNCED =
      "SELECT VARIABLE_VALUE <> 4 FROM information_schema.GLOBAL_STATUS"
          + " WHERE VARIABLE_NAME = 'wsrep_local_state'";

  /** Succeeds on a server that answers. */
  private static final String ANSWERS = "SELECT 0";

  /** A server, by its address. */
  record Server(String name, String address) {
    static Server of(Node node) {
      return new Server(node.name(), node.address());
    }
  }

  public HaProxyListen {
    servers = List.copyOf(servers);
  }

  /**
   * Leads to the primary while it takes writes, otherwise to the next node that does.
   *
   * @param address at which HAProxy reaches a node
   */
  public static HaProxyListen writers(Cluster cluster, Function<Node, String> address) {
    Node primary = cluster.primary();
    return new HaProxyListen(
        PRIMARY,
        new InetSocketAddress(InetAddress.getLoopbackAddress(), primary.port()),
        Stream.concat(Stream.of(primary), cluster.replicas().stream())
            .map(node -> new Server(node.name(), address.apply(node)))
            .toList(),
        cluster instanceof Cluster.Multiprimary ? UNSYNCED : READ_ONLY,
        false);
  }

  /** Leads to the replicas: each new connection to the one that has the fewest. */
  public static HaProxyListen readers(Cluster cluster) {
    List<Node> replicas = cluster.replicas();
    return new HaProxyListen(
        "replicas",
        front(replicas.get(0)),
        replicas.stream().map(Server::of).toList(),
        cluster instanceof Cluster.Multiprimary ? UNSYNCED : ANSWERS,
        true);
  }

  /** Leads to one node, whatever its state. */
  static HaProxyListen before(Node node) {
    return new HaProxyListen(node.name(), front(node), List.of(Server.of(node)), null, false);
  }

  private static InetSocketAddress front(Node node) {
    return new InetSocketAddress(node.front(), node.port());
  }

  /** Its address, such as {@code 127.0.0.1:20123}. */
  public String words() {
    return address.getAddress().getHostAddress() + ":" + address.getPort();
  }

  /** The URL of a server, with this address. */
  public String url(String server) {
    return server.replaceFirst("//[^/]*", "//" + words());
  }

  /** Name of the file with the check. */
  String script() {
    return "haproxy-check-" + name;
  }

  /**
   * Its section of the configuration.
   *
   * @param folder with the file of its check
   */
  String text(Path folder) {
    StringBuilder text = new StringBuilder("\nlisten " + name + "\n    bind " + words() + "\n");
    if (shared) {
      text.append("    balance leastconn\n");
    }
    if (check != null) {
      text.append(
          """
              option external-check
              external-check path '/usr/bin:/bin'
              external-check command '%script'
              default-server inter 1s fall 3 rise 2 on-marked-down shutdown-sessions
          """
              .replace("%script", folder.resolve(script()).toString()));
    }
    for (Server server : servers) {
      text.append("    server " + server.name() + " " + server.address())
          .append(check == null ? "" : " check")
          .append(shared || server.equals(servers.get(0)) ? "\n" : " backup\n");
    }
    return text.toString();
  }
}
