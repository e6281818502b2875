package io.github.bmt4j.jdbc;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The hosts of a cluster's URL in the form of MariaDB Connector/J, and URLs straight to one. */
public final class NodeUrl {
  // Values in parentheses may have slashes in them, such as paths.
  private static final Pattern PARTS =
      Pattern.compile(
          "jdbc:mariadb:([a-z-]*:)?//((?:\\([^)]*\\)|[^(/?])*)(/[^?]*)?(\\?.*)?",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern ADDRESS =
      Pattern.compile("address\\s*=\\s*\\(.*", Pattern.CASE_INSENSITIVE);
  private static final Pattern PAIR = Pattern.compile("\\(\\s*(\\w+)\\s*=([^)]*)\\)");
  private static final Pattern BETWEEN_HOSTS = Pattern.compile(",(?![^(]*\\))");
  private static final Pattern PORT_GIVEN = Pattern.compile("(?:\\[.*]|[^:]*):\\d+");
  private static final String DEFAULT_PORT = "3306";

  private NodeUrl() {}

  /** Hosts that the URL names, each once and with its port. */
  public static List<String> hosts(String url) {
    Set<String> hosts = new LinkedHashSet<>();
    Matcher parts = PARTS.matcher(url);
    if (parts.matches()) {
      for (String part : BETWEEN_HOSTS.split(parts.group(2), -1)) {
        String named = part.strip();
        String host = ADDRESS.matcher(named).matches() ? ofAddress(named) : named;
        if (!host.isEmpty()) {
          hosts.add(withPort(host));
        }
      }
    }
    return new ArrayList<>(hosts);
  }

  /** The host of {@code address=(host=…)(port=…)(type=…)}, in any order, with its port if given. */
  private static String ofAddress(String address) {
    String host = "";
    String port = "";
    Matcher pair = PAIR.matcher(address);
    while (pair.find()) {
      String value = pair.group(2).strip();
      switch (pair.group(1).toLowerCase(Locale.ROOT)) {
        case "host" -> host = value;
        case "port" -> port = value;
        default -> {
          // Its role and options do not tell where it is.
        }
      }
    }
    return host.isEmpty() || port.isEmpty() ? host : bracketed(host) + ":" + port;
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
    return "jdbc:mariadb://" + node + orEmpty(parts.group(3)) + orEmpty(parts.group(4));
  }

  private static String orEmpty(@Nullable String part) {
    return part == null ? "" : part;
  }
}
