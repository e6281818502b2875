package io.github.bmt4j.jmh;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The URL of a server as if it were a primary and its replica. */
final class ReplicatedUrl {
  private static final Pattern ONE_HOST =
      Pattern.compile("(jdbc:(?:mariadb|mysql):)//((?:[^/?]*@)?)([^/?]*)(.*)");
  private static final String HERE = "127.0.0.1";
  private static final String HERE_BY_NAME = "localhost";

  private ReplicatedUrl() {}

  /**
   * The same server twice. A loopback address is spelled in two ways, so that no driver takes both
   * for one.
   *
   * @param url of one host: {@code jdbc:mariadb://} or {@code jdbc:mysql://}
   */
  static String of(String url) {
    Matcher parts = ONE_HOST.matcher(url);
    if (!parts.matches()) {
      throw new IllegalArgumentException("no URL of one host");
    }
    String login = parts.group(2);
    String host = parts.group(3);
    return parts.group(1)
        + "replication://"
        + login
        + host
        + ","
        + login
        + respelled(host)
        + parts.group(4);
  }

  private static String respelled(String host) {
    if (host.startsWith(HERE)) {
      return HERE_BY_NAME + host.substring(HERE.length());
    }
    if (host.startsWith(HERE_BY_NAME)) {
      return HERE + host.substring(HERE_BY_NAME.length());
    }
    return host;
  }
}
