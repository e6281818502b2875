package io.github.bmt4j.jmh.twin;

/** The URL of a server as if it were a primary and its replica. */
public final class ReplicatedUrl {
  private static final String HERE = "127.0.0.1";
  private static final String HERE_BY_NAME = "localhost";

  private ReplicatedUrl() {}

  /**
   * The same server twice. A loopback address is spelled in two ways, so that no driver takes both
   * for one.
   *
   * @param url of one host: {@code jdbc:mariadb://} or {@code jdbc:mysql://}
   */
  public static String of(String url) {
    int begin = url.indexOf("//") + 2;
    int slash = url.indexOf('/', begin);
    int end = slash < 0 ? url.length() : slash;
    String host = url.substring(begin, end);
    String scheme = url.substring(0, begin - 2);
    return scheme + "replication://" + host + "," + respelled(host) + url.substring(end);
  }

  private static String respelled(String host) {
    String login = host.substring(0, host.lastIndexOf('@') + 1);
    String place = host.substring(login.length());
    if (place.startsWith(HERE)) {
      return login + HERE_BY_NAME + place.substring(HERE.length());
    }
    if (place.startsWith(HERE_BY_NAME)) {
      return login + HERE + place.substring(HERE_BY_NAME.length());
    }
    return host;
  }
}
