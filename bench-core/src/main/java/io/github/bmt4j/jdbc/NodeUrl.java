package io.github.bmt4j.jdbc;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The hosts of a cluster's URL in the form of MariaDB Connector/J, and URLs straight to one. */
public final class NodeUrl {
  // Values in parentheses may have slashes in them, such as paths.
  private static final Pattern PARTS =
      Pattern.compile(
          "jdbc:mariadb:([a-z-]*:)?//((?:\\([^)]*\\)|[^(/?])*)((?:/[^?]*)?)((?:\\?.*)?)",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern PORT_GIVEN = Pattern.compile("(?:\\[.*]|[^:]*):\\d+");
  private static final String DEFAULT_PORT = "3306";

  private NodeUrl() {}

  /** Hosts that the URL names, each once and with its port. */
  public static List<String> hosts(String url) {
    return PARTS.matcher(url).matches()
        ? JdbcUrl.addresses(url).stream().map(NodeUrl::text).toList()
        : List.of();
  }

  /** A host with its port; an IPv6 address is in brackets. */
  public static String text(InetSocketAddress address) {
    return bracketed(address.getHostString()) + ":" + address.getPort();
  }

  /** A host with its port, given or not; an IPv6 address that has a port is in brackets. */
  public static String withPort(String host) {
    String stripped = host.strip();
    return PORT_GIVEN.matcher(stripped).matches()
        ? stripped
        : bracketed(stripped) + ":" + DEFAULT_PORT;
  }

  private static String bracketed(String host) {
    return host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
  }

  /**
   * A URL straight to one node, with everything else as in the cluster's URL.
   *
   * @throws IllegalArgumentException when that is not a URL of MariaDB Connector/J
   */
  public static String of(String url, String node) {
    Matcher parts = PARTS.matcher(url);
    if (!parts.matches()) {
      throw new IllegalArgumentException("not a URL of MariaDB Connector/J");
    }
    return "jdbc:mariadb://" + node + parts.group(3) + parts.group(4);
  }
}
