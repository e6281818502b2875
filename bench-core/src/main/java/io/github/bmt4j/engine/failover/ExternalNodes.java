package io.github.bmt4j.engine.failover;

import io.github.bmt4j.scenario.HaMode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the URL of an external cluster says of its nodes and of how the application finds them. */
final class ExternalNodes {
  private static final Pattern PARTS =
      Pattern.compile("jdbc:mariadb:([a-z-]*:)?//([^/?]*)(/[^?]*)?(\\?.*)?");
  private static final Pattern ADDRESS =
      Pattern.compile("address=\\(host=([^)]*)\\)(?:\\(port=(\\d+)\\))?[^,]*|([^,]+)");
  private static final int DEFAULT_PORT = 3306;

  private ExternalNodes() {}

  /** How an application with this URL finds its servers. */
  static HaMode ha(String url) {
    Matcher parts = PARTS.matcher(url);
    String word = parts.matches() && parts.group(1) != null ? parts.group(1) : "";
    return switch (word) {
      case "sequential:" -> HaMode.SEQUENTIAL;
      case "replication:" -> HaMode.REPLICATION;
      case "loadbalance:", "load-balance:" -> HaMode.LOADBALANCE;
      case "load-balance-read:" -> HaMode.LOAD_BALANCE_READ;
      default -> HaMode.ENDPOINT;
    };
  }

  /** Hosts that the URL names, each with its port. */
  static List<String> hosts(String url) {
    List<String> hosts = new ArrayList<>();
    Matcher parts = PARTS.matcher(url);
    if (parts.matches()) {
      Matcher address = ADDRESS.matcher(parts.group(2));
      while (address.find()) {
        String host = address.group(1) == null ? address.group(3) : address.group(1);
        hosts.add(address.group(2) == null ? withPort(host) : host + ":" + address.group(2));
      }
    }
    return hosts;
  }

  /** A host with its port, given or not. */
  static String withPort(String host) {
    return host.matches(".*:\\d+") ? host : host + ":" + DEFAULT_PORT;
  }

  /** A URL straight to one node, with everything else as in the cluster's URL. */
  static String url(String url, String node) {
    Matcher parts = PARTS.matcher(url);
    if (!parts.matches()) {
      throw new IllegalArgumentException("not a URL of MariaDB Connector/J");
    }
    return "jdbc:mariadb://" + node + orEmpty(parts.group(3)) + orEmpty(parts.group(4));
  }

  private static String orEmpty(String part) {
    return part == null ? "" : part;
  }
}
